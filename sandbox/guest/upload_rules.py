"""Rules for uploads, for the site and the jail.

`arena/bots/upload_rules.py` links here: the site may not import the sandbox. Keep imports few.
"""

import re
import struct

KIB = 1024
PYTHON_BYTES = 1024 * KIB  # of a single .py
ZIP_BYTES = 5 * 1024 * KIB
FILES = 500  # folders count as well
UNPACKED_BYTES = 16 * 1024 * KIB
RATIO = 200  # unpacked to packed size, at most
PACKED_LEAST = 1024  # smaller packed sizes count as this
DEPTH = 8
NAME_LENGTH = 200
SKIPPED = ("__MACOSX/", ".DS_Store", "__pycache__/", ".pyc")
NAME = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_. +-]{0,99}/){0,7}[A-Za-z0-9_][A-Za-z0-9_. +-]{0,99}")
INSTEAD_OF_BOT = re.compile(r"bot/__init__\.[^/]+|bot\.(?:[^/]+\.)?so")


def _(words: str) -> str:
    return words


REASONS = {  # why an upload is refused: the jail sends a key and parameters, never words
    "too_much": _("takes too much time or memory to unpack and compile"),
    "too_large": _("the upload is larger than %(most)s MiB"),
    "unreadable": _("the upload cannot be read: %(rest)s"),
    "no_bot": _(
        "the upload has no bot.py; put it at the top level of the zip (a bot in another language "
        "needs a kingsbench.toml there)"
    ),
    "no_file": _("the upload has no %(file)s"),
    "instead_of_bot": _("Python would load %(name)s as the bot, not bot.py; rename it"),
    "syntax": _("%(file)s, line %(line)s: %(rest)s"),
    "not_compiled": _("%(file)s: %(rest)s"),
    "python_too_large": _("the file is larger than %(most)s MiB"),
    "too_many_files": _("%(count)s files in the zip; %(most)s are allowed"),
    "unpacked_too_large": _("the zip unpacks to more than %(most)s MiB"),
    "something_in_front": _("the zip has something in front of its first file"),
    "name": _("the name %(name)s is not allowed in a zip"),
    "name_too_long": _("the name %(name)s... is too long or too deep"),
    "link": _("%(name)s is a link or a device; only files and folders are allowed"),
    "encrypted": _("%(name)s is encrypted"),
    "ratio": _("%(name)s has a suspicious compression ratio"),
    "overlap": _("files in the zip overlap"),
    "damaged": _("the zip is damaged"),
    "same_name": _("two files in the zip have the same name (upper and lower case count as one)"),
    "file_and_folder": _("%(name)s is a file and a folder in the zip"),
    "length": _("%(name)s is not as long as the zip says"),
    "language_not_accepted": _("%(language)s bots are not accepted here, only: %(languages)s"),
    "manifest": _("kingsbench.toml is not valid"),
    "manifest_too_large": _("kingsbench.toml is larger than %(most)s KiB; two lines are enough"),
    "not_utf8": _("kingsbench.toml is not UTF-8 text; save it as UTF-8"),
    "not_toml": _("kingsbench.toml is not valid TOML: %(rest)s"),
    "no_language": _(
        "kingsbench.toml: language must be one of python, node, binary, but it is missing"
    ),
    "language": _("kingsbench.toml: language must be one of python, node, binary, not %(rest)s"),
    "key": _("kingsbench.toml: unknown key %(rest)s; the keys are language and command"),
    "python_command": _(
        "kingsbench.toml: remove command; for a Python bot, decide(request) in bot.py is called"
    ),
    "no_command": _(
        "kingsbench.toml: command must be a list of words in quotes; write command = %(rest)s"
    ),
    "long_command": _(
        "kingsbench.toml: command can have up to %(words)s words of up to %(letters)s letters"
    ),
    "command_words": _(
        "kingsbench.toml: the words of command must be printable ASCII and not empty; write "
        "command = %(rest)s"
    ),
    "node_command": _(
        "kingsbench.toml: the command of a Node.js bot is node and a file; write command = %(rest)s"
    ),
    "empty_command": _("kingsbench.toml: command is empty; write command = %(rest)s"),
    "option": _(
        "kingsbench.toml: %(word)s is an option where the bot's file is expected; write command = "
        "%(rest)s"
    ),
    "command_file": _("kingsbench.toml: the upload has no file %(word)s; write command = %(rest)s"),
    "command_names": _("kingsbench.toml: command names %(rest)s, which is not in the upload"),
    "not_elf": _(
        "%(file)s is not an ELF program; compile it for Linux on %(machine)s, and link it "
        "statically (cc -static; for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
    "other_machine": _(
        "%(file)s was compiled for another machine; compile it for Linux on %(machine)s"
    ),
    "library": _(
        "%(file)s is an object file or a library, not a program; link it statically (cc -static; "
        "for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
    "damaged_program": _(
        "%(file)s is damaged; compile it again, and link it statically (cc -static; for Go "
        "CGO_ENABLED=0; for Rust a musl target)"
    ),
    "shared_libraries": _(
        "%(file)s needs shared libraries, which the jail does not have; link it statically (cc "
        "-static; for Go CGO_ENABLED=0; for Rust a musl target)"
    ),
}

# The end of a zip (APPNOTE 4.3.14 to 16), read as Python's zipfile finds it.
END, END_64, LOCATOR_64, ENTRY = b"PK\5\6", b"PK\6\6", b"PK\6\7", b"PK\1\2"
END_SIZE, END_64_SIZE, LOCATOR_SIZE, COMMENT_MOST = 22, 56, 20, 1 << 16


def is_skipped(name: str) -> bool:
    return any(part in name for part in SKIPPED)


def is_plain(name: str) -> bool:
    """Is the name allowed, or left out?"""
    return is_skipped(name) or NAME.fullmatch(name.removesuffix("/")) is not None


def is_packed_too_well(size: int, packed: int) -> bool:
    return size > RATIO * max(packed, PACKED_LEAST)


def loads_instead_of_bot(name: str) -> bool:
    """Would Python import this as `bot`?"""
    return INSTEAD_OF_BOT.fullmatch(name) is not None


def entry_count(data: bytes) -> int:
    """Count entries without reading them: the larger of stated (zip64 too) and found."""
    end = _end_of(data)
    if end < 0:
        return 0
    stated: int
    size: int
    stated, size = struct.unpack_from("<10xHL", data, end)
    stop, larger = end, end - LOCATOR_SIZE - END_64_SIZE
    if larger >= 0 and data.startswith(LOCATOR_64, end - LOCATOR_SIZE):
        if not data.startswith(END_64, larger):
            return stated
        stated, size = struct.unpack_from("<32xQQ", data, larger)
        stop = larger
    return max(stated, data.count(ENTRY, max(0, stop - size), stop))


def _end_of(data: bytes) -> int:
    last = len(data) - END_SIZE
    if last >= 0 and data.startswith(END, last) and data.endswith(b"\0\0"):
        return last
    start = max(0, last - COMMENT_MOST)
    place = data.rfind(END, start)
    return place if place <= last else -1
