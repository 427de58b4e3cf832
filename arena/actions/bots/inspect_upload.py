"""Look at an upload without running, compiling or unpacking it.

What needs the content (syntax, `decide`, real sizes) is found out in the jail. Here only the bytes
of a .py are decoded, and the table of contents of a zip is read.
"""

from __future__ import annotations

import io
import stat
import zipfile
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.conf import settings
from django.core.files.base import File
from django.utils.translation import gettext as _

from arena import upload_rules
from arena.actions.errors import BadUpload
from arena.upload_rules import FILES, KIB, PYTHON_BYTES, UNPACKED_BYTES

ENCRYPTED = 0x1
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


@dataclass(frozen=True)
class Upload:
    """A file that may go to its check: the name that its owner gave it, and its bytes."""

    filename: str
    content: bytes


def inspect_upload(*, upload: File[bytes]) -> Upload:
    """The upload's name and bytes. Raises BadUpload with what is wrong and what to do."""
    filename = PurePosixPath((upload.name or "").replace("\\", "/")).name[-100:]
    suffix = PurePosixPath(filename).suffix.lower()
    if suffix not in {".py", ".zip"}:
        raise BadUpload(_("A bot is a .py file, or a .zip that holds bot.py: not this one."))
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
        words = _("The file is larger than %(most)d KiB. Leave data and generated code out.")
        raise BadUpload(words % {"most": most // KIB})
    if not content.strip():
        raise BadUpload(_("The file is empty. A bot needs at least a function decide(request)."))
    return content


def _inspect_python(content: bytes) -> None:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        words = _("Line %(line)d is not UTF-8 text. Is this a Python file? Save it as UTF-8.")
        raise BadUpload(words % {"line": line}) from error
    if "\0" in text:
        raise BadUpload(_("The file holds NUL bytes, so it is no Python source."))


def _inspect_zip(content: bytes) -> None:
    if (count := upload_rules.entry_count(content)) > FILES:
        words = _("The zip holds %(count)d files; at most %(most)d are taken.")
        raise BadUpload(words % {"count": count, "most": FILES})
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        words = _("The zip archive cannot be read (%(reason)s). Pack it again.")
        raise BadUpload(words % {"reason": error}) from error
    for member in members:
        _inspect_member(member)
    _inspect_names([member.filename for member in members])
    _inspect_sizes(members, len(content))


def _inspect_member(member: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(member.external_attr >> 16)
    if member.flag_bits & ENCRYPTED:
        problem = _("is encrypted")
    elif kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        problem = _("is a link or a device; only plain files are taken")
    elif member.compress_type not in METHODS:
        problem = _("is packed by a method other than deflate")
    elif not _is_safe_name(member.orig_filename):
        problem = _("has a name that could leave its folder, or that is too long or too deep")
    elif upload_rules.is_packed_too_well(member.file_size, member.compress_size):
        problem = _("is packed suspiciously well; a bot is code")
    else:
        return
    words = _("In the zip, %(name)s %(problem)s.")
    raise BadUpload(
        words % {"name": repr(member.orig_filename[: upload_rules.NAME_LENGTH]), "problem": problem}
    )


def _is_safe_name(name: str) -> bool:
    """A relative path of plain parts, which means the same on every system."""
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
        words = _("The zip holds %(name)s twice (upper and lower case count as the same).")
        raise BadUpload(words % {"name": repr(min(twice))})
    if not {"bot.py", "kingsbench.toml"} & set(names):
        words = _(
            "The zip holds no bot.py at its top. Pack the files themselves, not their folder. "
            "(A bot in another language has a kingsbench.toml there.)"
        )
        raise BadUpload(words)
    for name in filter(upload_rules.loads_instead_of_bot, names if "bot.py" in names else ()):
        words = _("Python would load %(name)s as the bot, not bot.py. Give it another name.")
        raise BadUpload(words % {"name": name})


def _inspect_sizes(members: list[zipfile.ZipInfo], packed: int) -> None:
    unpacked = sum(member.file_size for member in members)
    if unpacked > UNPACKED_BYTES:
        words = _("Unpacked, the zip would be %(size)d KiB; at most %(most)d KiB are taken.")
        raise BadUpload(words % {"size": unpacked // KIB, "most": UNPACKED_BYTES // KIB})
    if sum(member.compress_size for member in members) > packed:
        raise BadUpload(_("The files in the zip overlap. Pack it again."))
