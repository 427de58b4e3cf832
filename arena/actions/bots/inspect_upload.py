"""Inspect an upload without running, compiling or unpacking it; the jail does the rest."""

from __future__ import annotations

import io
import stat
import zipfile
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.conf import settings
from django.core.files.base import File

from arena import upload_rules
from arena.actions.errors import BadUpload
from arena.upload_rules import FILES, KIB, PYTHON_BYTES, UNPACKED_BYTES
from engine.messages import Message
from engine.messages import gettext_noop as _

ENCRYPTED = 0x1
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


@dataclass(frozen=True)
class Upload:
    """An inspected file with its owner's name for it."""

    filename: str
    content: bytes


def inspect_upload(*, upload: File[bytes]) -> Upload:
    """Check a .py's text or a zip's directory. Raises BadUpload."""
    filename = PurePosixPath((upload.name or "").replace("\\", "/")).name[-100:]
    suffix = PurePosixPath(filename).suffix.lower()
    if suffix not in {".py", ".zip"}:
        raise BadUpload(_("A bot must be a .py file or a .zip file with bot.py in it."))
    content = _read(upload, PYTHON_BYTES if suffix == ".py" else settings.UPLOAD_MOST)
    if suffix == ".py":
        _inspect_python(content)
    else:
        _inspect_zip(content)
    return Upload(filename, content)


def _read(upload: File[bytes], most: int) -> bytes:
    upload.seek(0)
    content: bytes = upload.read(most + 1)
    if len(content) > most:
        words = _("The file is larger than %(most)d KiB. Leave out data and generated code.")
        raise BadUpload(words, most=most // KIB)
    if not content.strip():
        raise BadUpload(_("The file is empty. A bot needs at least a decide(request) function."))
    return content


def _inspect_python(content: bytes) -> None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        words = _("Line %(line)d is not UTF-8 text. Is this a Python file? Save it as UTF-8.")
        raise BadUpload(words, line=line) from error
    if "\0" in text:
        raise BadUpload(_("The file contains NUL bytes, so it is not Python source."))


def _inspect_zip(content: bytes) -> None:
    if (count := upload_rules.entry_count(content)) > FILES:
        words = _("The zip contains %(count)d files; the limit is %(most)d.")
        raise BadUpload(words, count=count, most=FILES)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        words = _("The zip archive cannot be read (%(reason)s). Pack it again.")
        raise BadUpload(words, reason=error) from error
    for member in members:
        _inspect_member(member)
    _inspect_names([member.filename for member in members])
    _inspect_sizes(members, len(content))


def _inspect_member(member: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(member.external_attr >> 16)
    if member.flag_bits & ENCRYPTED:
        problem = _("is encrypted")
    elif kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        problem = _("is a link or a device; only regular files are allowed")
    elif member.compress_type not in METHODS:
        problem = _("uses a compression method other than deflate")
    elif not _is_safe_name(member.orig_filename):
        problem = _("has a name that could escape its folder, or is too long or too deep")
    elif upload_rules.is_packed_too_well(member.file_size, member.compress_size):
        problem = _("has a suspicious compression ratio")
    else:
        return
    words = _("File in the zip: %(name)s %(problem)s.")
    raise BadUpload(
        words, name=repr(member.orig_filename[: upload_rules.NAME_LENGTH]), problem=Message(problem)
    )


def _is_safe_name(name: str) -> bool:
    """Return whether the path means the same on every system."""
    parts = name.removesuffix("/").split("/")
    return (
        len(name) <= upload_rules.NAME_LENGTH
        and len(parts) <= upload_rules.DEPTH
        and name.isprintable()
        and name.isascii()
        and not any(character in name for character in '\\:*?"<>|')
        and all(part not in {"", ".", ".."} for part in parts)
        and upload_rules.is_plain(name)
    )


def _inspect_names(names: list[str]) -> None:
    folded = [name.removesuffix("/").casefold() for name in names]
    twice = {name for name in folded if folded.count(name) > 1}
    if twice:
        words = _("The zip contains %(name)s twice (ignoring upper and lower case).")
        raise BadUpload(words, name=repr(min(twice)))
    if "bot.py" not in names and "kingsbench.toml" in names and not _takes_other_languages():
        # The jail alone reads what is in kingsbench.toml; without bot.py it is of no Python bot.
        words = _("The zip has no bot.py, and this platform accepts only Python bots.")
        raise BadUpload(words)
    if not {"bot.py", "kingsbench.toml"} & set(names):
        words = _(
            "The zip has no bot.py at the top level. Zip the files themselves, not their folder. "
            "(A bot in another language needs a kingsbench.toml there.)"
        )
        raise BadUpload(words)
    for name in filter(upload_rules.loads_instead_of_bot, names if "bot.py" in names else ()):
        words = _("Python would load %(name)s instead of bot.py. Rename it.")
        raise BadUpload(words, name=name)


def _takes_other_languages() -> bool:
    return settings.BOT_LANGUAGES != ["python"]


def _inspect_sizes(members: list[zipfile.ZipInfo], packed: int) -> None:
    unpacked = sum(member.file_size for member in members)
    if unpacked > UNPACKED_BYTES:
        words = _("Unpacked, the zip takes %(size)d KiB; the limit is %(most)d KiB.")
        raise BadUpload(words, size=unpacked // KIB, most=UNPACKED_BYTES // KIB)
    if sum(member.compress_size for member in members) > packed:
        raise BadUpload(_("The files in the zip overlap. Pack it again."))
