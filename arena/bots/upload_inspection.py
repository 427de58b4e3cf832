"""The look at an upload before the jail: the site's, and that of the command line's `lint`."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import PurePosixPath

from arena.bots import upload_rules
from arena.bots.upload_rules import FILES, KIB, PYTHON_BYTES, UNPACKED_BYTES, ZIP_BYTES
from engine.messages import Message, UserError
from engine.messages import gettext_noop as _

ENCRYPTED = 0x1
METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


class UnfitUpload(UserError):
    """The file cannot be a bot."""


def most_bytes(filename: str, zip_bytes: int = ZIP_BYTES) -> int:
    """Return the size limit of a file of this name. Raises UnfitUpload for other kinds."""
    suffix = PurePosixPath(filename).suffix.lower()
    if suffix not in {".py", ".zip"}:
        raise UnfitUpload(_("A bot must be a .py file or a .zip file with bot.py in it."))
    return PYTHON_BYTES if suffix == ".py" else zip_bytes


def inspect_content(filename: str, content: bytes, *, most: int, python_only: bool = False) -> None:
    """Check a .py's text or a zip's directory; nothing is run. Raises UnfitUpload.

    With `python_only`, zips without a Python bot are refused: the platform takes no other language.
    """
    if len(content) > most:
        words = _("The file is larger than %(most)d KiB. Leave out data and generated code.")
        raise UnfitUpload(words, most=most // KIB)
    if not content.strip():
        raise UnfitUpload(_("The file is empty. A bot needs at least a decide(request) function."))
    if PurePosixPath(filename).suffix.lower() == ".py":
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b"\n") + 1
            words = _("Line %(line)d is not UTF-8 text. Is this a Python file? Save it as UTF-8.")
            raise UnfitUpload(words, line=line) from error
        if "\0" in text:
            raise UnfitUpload(_("The file contains NUL bytes, so it is not Python source."))
    else:
        _inspect_zip(content, python_only=python_only)


def _inspect_zip(content: bytes, *, python_only: bool) -> None:
    if (count := upload_rules.entry_count(content)) > FILES:
        words = _("The zip contains %(count)d files; the limit is %(most)d.")
        raise UnfitUpload(words, count=count, most=FILES)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        words = _("The zip archive cannot be read (%(reason)s). Pack it again.")
        raise UnfitUpload(words, reason=error) from error
    for member in members:
        _inspect_member(member)
    _inspect_names([member.filename for member in members], python_only=python_only)
    unpacked = sum(member.file_size for member in members)
    if unpacked > UNPACKED_BYTES:
        words = _("Unpacked, the zip takes %(size)d KiB; the limit is %(most)d KiB.")
        raise UnfitUpload(words, size=unpacked // KIB, most=UNPACKED_BYTES // KIB)
    if sum(member.compress_size for member in members) > len(content):
        raise UnfitUpload(_("The files in the zip overlap. Pack it again."))


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
    raise UnfitUpload(
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


def _inspect_names(names: list[str], *, python_only: bool) -> None:
    folded = [name.removesuffix("/").casefold() for name in names]
    twice = {name for name in folded if folded.count(name) > 1}
    if twice:
        words = _("The zip contains %(name)s twice (ignoring upper and lower case).")
        raise UnfitUpload(words, name=repr(min(twice)))
    if "bot.py" not in names and "kingsbench.toml" in names and python_only:
        # The jail alone reads what is in kingsbench.toml; without bot.py it is of no Python bot.
        words = _("The zip has no bot.py, and this platform accepts only Python bots.")
        raise UnfitUpload(words)
    if not {"bot.py", "kingsbench.toml"} & set(names):
        words = _(
            "The zip has no bot.py at the top level. Zip the files themselves, not their folder. "
            "(A bot in another language needs a kingsbench.toml there.)"
        )
        raise UnfitUpload(words)
    for name in filter(upload_rules.loads_instead_of_bot, names if "bot.py" in names else ()):
        words = _("Python would load %(name)s instead of bot.py. Rename it.")
        raise UnfitUpload(words, name=name)
