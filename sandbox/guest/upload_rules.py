"""Rules for uploads, for the site and the jail.

`arena/upload_rules.py` links here: the site may not import the sandbox. Keep imports few.
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
    last = len(data) - END_SIZE
    if last >= 0 and data.startswith(END, last) and data.endswith(b"\0\0"):
        return last
    start = max(0, last - COMMENT_MOST)
    found = data.rfind(END, start)
    return found if found <= last else -1
