"""Zip a bot in another language, or in a folder, for upload."""

from __future__ import annotations

import atexit
import io
import shutil
import stat
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kit.errors import BadInput
from sandbox.guest.upload_rules import FILES, UNPACKED_BYTES, is_plain, is_skipped

SAMPLES = Path(__file__).parent.parent / "bots" / "other_languages"
SUFFIXES = (".js", ".c")
GAME = "dominion"  # of the samples
TOPS = ("bot.py", "kingsbench.toml")
NOTES = "AGENTS.md"
SECRETS = (".env", ".pem", ".key")  # endings of files that no bot needs and nobody should read
COMPILE = ("-O2", "-static", "-Wall", "-Wextra")


class Packed(NamedTuple):
    """A zip; `left_out`: what of its folder is not in it."""

    path: Path
    left_out: list[str]
    was_replaced: bool


def starter_source(path: Path) -> Path:
    return SAMPLES / f"big_money{path.suffix}"


def pack(source: Path) -> Packed:
    """Write the zip beside the source. Raises BadInput."""
    if source.is_dir():
        folder = source.resolve()
        return pack_folder(source, folder.with_name(f"{folder.name}.zip"))
    if not source.is_file():
        raise BadInput(f"there is no file {source}")
    if source.suffix not in SUFFIXES:
        raise BadInput(f"{source} is not a .js or .c file; use zip for other files, see the guide")
    if source.suffix == ".js":
        manifest = 'language = "node"\ncommand = ["node", "bot.js"]\n'
        files = {"bot.js": _read(source)}
    else:
        manifest = 'language = "binary"\ncommand = ["./bot"]\n'
        files = {"bot": compile_c(source), "bot.c": _read(source)}
    files = {"kingsbench.toml": manifest.encode(), **files}
    target = source.with_suffix(".zip")
    return Packed(target, [], _write(target, files))


def as_file(path: Path) -> Path:
    """Return a file as it is, and a folder as a zip that is kept until the command ends.

    Raises BadInput.
    """
    if not path.is_dir():
        return path
    folder = tempfile.mkdtemp(prefix="kingsbench-pack-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return pack_folder(path, Path(folder, f"{path.resolve().name}.zip")).path


def pack_folder(folder: Path, target: Path) -> Packed:
    """Zip a bot's folder: the same files make the same bytes. Raises BadInput.

    Nothing outside the folder comes into the zip: links are refused, wherever they lead.
    """
    if not any((folder / name).is_file() for name in TOPS):
        tops = " or ".join(TOPS)
        raise BadInput(f"{folder} is a folder without {tops}: one of them must be at its top")
    left_out: list[str] = []
    sizes: dict[Path, int] = {}
    for path in _walk(folder, "", left_out):
        try:
            status = path.lstat()
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror}") from error
        if not stat.S_ISREG(status.st_mode):  # a pipe, a socket or a device
            raise BadInput(f"{path} is neither a file nor a folder: remove it")
        sizes[path] = status.st_size
    if len(sizes) > FILES:
        raise BadInput(f"{folder} has more than {FILES} files, the limit of an upload")
    if sum(sizes.values()) > UNPACKED_BYTES:
        largest = max(sizes, key=lambda path: sizes[path])
        raise BadInput(
            f"{folder} has more than {UNPACKED_BYTES >> 20} MiB, the limit of an upload; the "
            f"largest file is {largest} ({sizes[largest] / (1 << 20):,.1f} MiB)"
        )
    files = {path.relative_to(folder).as_posix(): _read(path) for path in sizes}
    return Packed(target, left_out, _write(target, dict(sorted(files.items()))))


def _walk(folder: Path, place: str, left_out: list[str]) -> Iterator[Path]:
    """Yield the files that are packed; note the others. Raises BadInput."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise BadInput(f"{folder} cannot be read: {error.strerror}") from error
    for name in names:
        path, inside = folder / name, f"{place}{name}"
        is_folder = path.is_dir() and not path.is_symlink()
        if not _is_packed(f"{inside}/" if is_folder else inside):
            left_out.append(inside)
        elif path.is_symlink():
            raise BadInput(
                f"{path} is a link, which no upload may have: put the file itself there, or remove "
                "the link"
            )
        elif not is_plain(inside):
            raise BadInput(f"{path}: this name is not allowed in an upload; rename the file")
        elif is_folder:
            yield from _walk(path, f"{inside}/", left_out)
        else:
            yield path


def _is_packed(name: str) -> bool:
    """Return whether a file, or a folder with a slash at its end, belongs to the bot."""
    *_folders, last = name.rstrip("/").split("/")
    is_secret = last.endswith(SECRETS) and not name.endswith("/")
    is_test = last.startswith("test_") and not name.endswith("/")
    return not (last.startswith(".") or is_skipped(name) or is_secret or is_test or name == NOTES)


def _read(path: Path) -> bytes:
    """Read a file that is small enough for an upload. Raises BadInput."""
    try:
        with path.open("rb") as file:
            content = file.read(UNPACKED_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > UNPACKED_BYTES:
        raise BadInput(f"{path} is larger than {UNPACKED_BYTES >> 20} MiB, the limit of an upload")
    return content


def _write(target: Path, files: dict[str, bytes]) -> bool:
    """Write the zip whole or not at all; return whether it replaced one. Raises BadInput."""
    was_there = target.exists()
    if was_there:
        try:
            with zipfile.ZipFile(target) as archive:
                is_bot = not {*TOPS}.isdisjoint(archive.namelist())
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
            is_bot = False
        if not is_bot:
            raise BadInput(f"{target} already exists and is no packed bot: rename or remove it")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)  # without a date
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    half = target.with_name(f".{target.name}")
    try:
        half.write_bytes(packed.getvalue())
        half.replace(target)
    except OSError as error:
        raise BadInput(f"cannot write {target}: {error.strerror}") from error
    finally:
        half.unlink(missing_ok=True)
    return was_there


def compile_c(source: Path) -> bytes:
    """Return the statically linked program. Raises BadInput."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise BadInput("there is no C compiler; run: sudo apt-get install -y gcc libc6-dev")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "bot"
        command = [compiler, *COMPILE, str(source), "-o", str(target)]
        if subprocess.run(command, check=False).returncode:
            raise BadInput(f"{source} does not compile; see the output above")
        return target.read_bytes()
