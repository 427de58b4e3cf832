"""Archives that attack the unpacker: each is a zip's bytes, and what its owner is told."""

import io
import stat
import struct
import zipfile
from collections.abc import Callable
from typing import Final

BOT: Final = "def decide(request): return 0\n"
Entry = tuple[str | zipfile.ZipInfo, bytes]


def pack(*entries: Entry, bot: bool = True) -> bytes:
    """A zip of these entries, after an honest bot.py."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        if bot:
            archive.writestr("bot.py", BOT)
        for name, content in entries:
            archive.writestr(name, content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def special(name: str, mode: int) -> Entry:
    """An entry that is no plain file."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (mode | 0o777) << 16
    return info, b"/etc/passwd"


def renamed(old: bytes, new: bytes) -> bytes:
    """A zip whose entry `old` is called `new`, a name that zipfile would not write."""
    assert len(old) == len(new)
    return pack((old.decode(), b"x")).replace(old, new)


def overlapping() -> bytes:
    """Two directory entries that point at the same bytes."""
    data = bytearray(pack(("one.py", b"x" * 4000), ("two.py", b"x" * 4000)))
    entries = [at for at in range(len(data)) if data[at : at + 4] == b"PK\1\2"]
    data[entries[2] + 42 : entries[2] + 46] = data[entries[1] + 42 : entries[1] + 46]
    return bytes(data).replace(b"two.py", b"one.pz")


def lying(size: int) -> bytes:
    """A zip whose second entry claims another size than it has."""
    data = bytearray(pack(("big.py", b"#" * 5000)))
    at = data.rindex(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<I", size)
    return bytes(data)


def encrypted() -> bytes:
    """A zip that says that its entries need a password."""
    data = bytearray(pack())
    at = data.rindex(b"PK\1\2")
    data[at + 8] |= 1
    return bytes(data)


def unknown_method() -> bytes:
    """A zip packed in a way that nobody knows."""
    data = bytearray(pack())
    at = data.rindex(b"PK\1\2")
    data[at + 10 : at + 12] = struct.pack("<H", 77)
    return bytes(data)


ARCHIVES: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "slip": (lambda: pack(("../evil.py", b"x")), "not allowed"),
    "slip_inside": (lambda: pack(("a/../../evil.py", b"x")), "not allowed"),
    "absolute": (lambda: pack(("/etc/evil.py", b"x")), "not allowed"),
    "backslash": (lambda: renamed(b"a_b_evil.py", b"..\\\\evil.py"), "not allowed"),
    "drive": (lambda: renamed(b"c_evil.py", b"c:evil.py"), "not allowed"),
    "nul": (lambda: renamed(b"bot2py.txt", b"bot2py\0txt"), "not allowed"),
    "escape_in_name": (lambda: renamed(b"evil__1.py", b"evil\x1b[1.py"), "not allowed"),
    "dot": (lambda: pack(("./evil.py", b"x")), "not allowed"),
    "symlink": (lambda: pack(special("link", stat.S_IFLNK)), "link or a device"),
    "device": (lambda: pack(special("null", stat.S_IFCHR)), "link or a device"),
    "fifo": (lambda: pack(special("pipe", stat.S_IFIFO)), "link or a device"),
    "ratio_bomb": (lambda: pack(("zero.bin", bytes(15 << 20))), "suspiciously well"),
    "total_bomb": (lambda: pack(*((f"{n}.bin", bytes(1 << 20)) for n in range(17))), "16 MiB"),
    "thousands": (lambda: pack(*((f"{n}.py", b"") for n in range(3000))), "files in the zip"),
    "depth": (lambda: pack(("a/" * 50 + "x.py", b"")), "too deep"),
    "long_name": (lambda: pack(("a" * 300 + ".py", b"")), "too long"),
    "case_collision": (lambda: pack(("Plan.py", b""), ("plan.py", b"")), "same name"),
    "file_and_folder": (lambda: pack(("plan", b""), ("plan/a.py", b"")), "a file and a folder"),
    "overlap": (overlapping, "overlap"),
    "lying_short": (lambda: lying(10), "damaged|cannot be read|not as long"),
    "lying_long": (lambda: lying(50_000), "cannot be read|not as long"),
    "truncated": (lambda: pack()[:-30], "cannot be read"),
    "encrypted": (encrypted, "encrypted"),
    "unknown_method": (unknown_method, "cannot be read"),
    "polyglot": (lambda: b"PK\3\4#!/bin/sh\n" + pack(), "in front of"),
    "no_bot": (lambda: pack(("other.py", b"x = 1"), bot=False), "no bot.py"),
    "empty": (lambda: pack(bot=False), "no bot.py"),
    "bad_module": (lambda: pack(("plan.py", b"def (")), "plan.py, line 1: "),
}
