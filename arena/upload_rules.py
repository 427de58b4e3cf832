"""What an upload may be, for the site, which looks at a zip's table of contents, and for the jail,
which unpacks it: this is the one place that says it.

It runs in both, so it imports little and opens nothing. `arena/upload_rules.py` is a link to this
file: the site may import nothing of the sandbox.
"""

import re
import struct

KIB = 1024
PYTHON_BYTES = 1024 * KIB  # of a single .py
ZIP_BYTES = 5 * 1024 * KIB
FILES = 500  # folders count as well
UNPACKED_BYTES = 16 * 1024 * KIB
RATIO = 200  # how many times its packed size a file may have
PACKED_LEAST = 1024  # bytes as which a smaller packed size counts for that
DEPTH = 8
NAME_LENGTH = 200
SKIPPED = ("__MACOSX/", ".DS_Store", "__pycache__/", ".pyc")
NAME = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_. +-]{0,99}/){0,7}[A-Za-z0-9_][A-Za-z0-9_. +-]{0,99}")
INSTEAD_OF_BOT = re.compile(r"bot/__init__\.[^/]+|bot\.(?:[^/]+\.)?so")

# The end of a zip (APPNOTE 4.3.14 to 16), read as Python's zipfile finds it.
END, END_64, LOCATOR_64, ENTRY = b"PK\5\6", b"PK\6\6", b"PK\6\7", b"PK\1\2"
END_SIZE, END_64_SIZE, LOCATOR_SIZE, COMMENT_MOST = 22, 56, 20, 1 << 16


def is_skipped(name: str) -> bool:
    """Is it litter of packing programs, or bytecode, which is left out without a word?"""
    return any(part in name for part in SKIPPED)


def is_plain(name: str) -> bool:
    """May a file or folder have this name, or is it left out anyway?"""
    return is_skipped(name) or NAME.fullmatch(name.removesuffix("/")) is not None


def is_packed_too_well(size: int, packed: int) -> bool:
    """Is a file so much larger than its packed bytes that it is no code?"""
    return size > RATIO * max(packed, PACKED_LEAST)


def loads_instead_of_bot(name: str) -> bool:
    """Would Python import this file as `bot`, and not bot.py beside it?"""
    return INSTEAD_OF_BOT.fullmatch(name) is not None


def entry_count(data: bytes) -> int:
    """How many entries the directory of a zip has, before anybody reads it.

    The larger of what the end record says, that of a large zip (zip64) too, and of what stands
    there: a reader goes by the directory's size. 0 where there is no end record.
    """
    end = _end_of(data)
    if end < 0:
        return 0
    said: int
    size: int
    said, size = struct.unpack_from("<10xHL", data, end)
    stop, larger = end, end - LOCATOR_SIZE - END_64_SIZE
    if larger >= 0 and data.startswith(LOCATOR_64, end - LOCATOR_SIZE):
        if not data.startswith(END_64, larger):
            return said
        said, size = struct.unpack_from("<32xQQ", data, larger)
        stop = larger
    return max(said, data.count(ENTRY, max(0, stop - size), stop))


def _end_of(data: bytes) -> int:
    """Where the end record begins; -1 where there is none."""
    last = len(data) - END_SIZE
    if last >= 0 and data.startswith(END, last) and data.endswith(b"\0\0"):
        return last
    start = max(0, last - COMMENT_MOST)
    found = data.rfind(END, start)
    return found if found <= last else -1
