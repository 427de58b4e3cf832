"""Read an upload: check names, unzip, compile."""

import io
import stat
import struct
import traceback
import zipfile

from . import manifest, upload_rules
from .manifest import Refused

LINKS_AND_DEVICES = (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK)


def read_bot(data: bytes) -> tuple[dict[str, bytes], list[str]]:
    """Read its files, language and program's command. Raises Refused."""
    try:
        files = unzip(data) if data[:2] == b"PK" else single_file(data)
        return files, check_bot(files)
    except Refused:
        raise
    except Exception as problem:  # noqa: BLE001  # zipfile raises many kinds for what a bot can send
        raise Refused("unreadable", rest=f"{type(problem).__name__}: {problem}") from None


def check_bot(files: dict[str, bytes]) -> list[str]:
    """Return the manifest's words. Raises Refused, also where Python does not compile."""
    words = manifest.read(files)
    if words != ["python"]:
        return words
    if "bot.py" not in files:
        raise Refused("no_bot")
    for name in filter(upload_rules.loads_instead_of_bot, files):
        raise Refused("instead_of_bot", name=name)
    for name, content in sorted(files.items()):
        if name.endswith(".py"):
            check_compiles(name, content)
    return words


def check_compiles(name: str, content: bytes) -> None:
    try:
        compile(content, name, "exec", dont_inherit=True)
    except SyntaxError as problem:
        output = "".join(traceback.format_exception_only(problem))
        line, rest = problem.lineno or 1, problem.msg
        raise Refused("syntax", output[:4000], file=name, line=line, rest=rest) from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as problem:
        rest = f"{type(problem).__name__}: {problem}"
        raise Refused("not_compiled", file=name, rest=rest) from None


def single_file(data: bytes) -> dict[str, bytes]:
    if len(data) > upload_rules.PYTHON_BYTES:
        raise Refused("python_too_large", most=upload_rules.PYTHON_BYTES >> 20)
    return {"bot.py": data}


def unzip(data: bytes) -> dict[str, bytes]:
    if (count := upload_rules.entry_count(data)) > upload_rules.FILES:
        raise Refused("too_many_files", count=count, most=upload_rules.FILES)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        check_archive(members, data)
        wanted = [m for m in members if not m.is_dir() and not upload_rules.is_skipped(m.filename)]
        return strip_top_folder({m.filename: read_member(archive, m) for m in wanted})


def strip_top_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Drop the only top folder, if it holds the bot."""
    tops = {name.split("/", 1)[0] for name in files}
    top = min(tops, default="") + "/"
    if len(tops) == 1 and {top + "bot.py", top + manifest.FILE} & files.keys():
        return {name.removeprefix(top): content for name, content in files.items()}
    return files


def check_archive(members: list[zipfile.ZipInfo], data: bytes) -> None:
    if sum(m.file_size for m in members) > upload_rules.UNPACKED_BYTES:
        raise Refused("unpacked_too_large", most=upload_rules.UNPACKED_BYTES >> 20)
    if members and min(m.header_offset for m in members) != 0:
        raise Refused("something_in_front")
    for member in members:
        check_member(member)
    check_overlap(members, data)
    check_names(members)


def check_member(member: zipfile.ZipInfo) -> None:
    """Refuse names outside the folder, links, devices, encryption, bombs."""
    name = member.orig_filename
    parts = name.rstrip("/").split("/")
    bad = "\\" in name or ":" in name or not name.isprintable() or not name.isascii()
    if bad or any(part in ("", ".", "..") for part in parts):
        raise Refused("name", name=f"{name!r:.120}")
    if len(parts) > upload_rules.DEPTH or len(name) > upload_rules.NAME_LENGTH:
        raise Refused("name_too_long", name=repr(name[:60]))
    if stat.S_IFMT(member.external_attr >> 16) in LINKS_AND_DEVICES:
        raise Refused("link", name=f"{name!r:.120}")
    if member.flag_bits & 1:
        raise Refused("encrypted", name=f"{name!r:.120}")
    if upload_rules.is_packed_too_well(member.file_size, member.compress_size):
        raise Refused("ratio", name=f"{name!r:.120}")


def check_overlap(members: list[zipfile.ZipInfo], data: bytes) -> None:
    """Refuse files that share bytes, as zip bombs have them. Raises Refused."""
    end = 0
    for member in sorted(members, key=lambda m: m.header_offset):
        if member.header_offset < end:
            raise Refused("overlap")
        start = member.header_offset
        if data[start : start + 4] != b"PK\3\4":
            raise Refused("damaged")
        name, extra = struct.unpack("<HH", data[start + 26 : start + 30])
        end = start + 30 + name + extra + member.compress_size


def check_names(members: list[zipfile.ZipInfo]) -> None:
    """Some file systems confuse such names."""
    names = [m.filename.rstrip("/").casefold() for m in members]
    if len(set(names)) != len(names):
        raise Refused("same_name")
    files = {m.filename.casefold() for m in members if not m.is_dir()}
    folders = {
        "/".join(n.split("/")[:depth]) for n in names for depth in range(1, n.count("/") + 1)
    }
    if clash := sorted(files & folders):
        raise Refused("file_and_folder", name=f"{clash[0]!r:.120}")


def read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        content = file.read(member.file_size + 1)
    if len(content) != member.file_size:
        raise Refused("length", name=f"{member.filename!r:.120}")
    return content
