"""Archives that attack the unpacker: a zip's bytes, and the error message."""

import io
import random
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from typing import Final

BOT: Final = "def decide(request): return 0\n"
CENTRAL, END, END64 = b"PK\1\2", b"PK\5\6", b"PK\6\6"
Entry = tuple[str | zipfile.ZipInfo, bytes]
Make = Callable[[], bytes]


def pack(*entries: Entry, bot: bool = True, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these entries, after an honest bot.py."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        if bot:
            archive.writestr("bot.py", BOT)
        for name, content in entries:
            archive.writestr(name, content, method)
    return target.getvalue()


def named(*names: str) -> bytes:
    """A zip with an empty file of each name."""
    return pack(*((name, b"") for name in names))


def special(mode: int, name: str = "thing") -> bytes:
    """A zip with an entry that is no plain file."""
    info = zipfile.ZipInfo(name)
    info.external_attr = (mode | 0o777) << 16
    return pack((info, b"/etc/passwd"))


def renamed(old: bytes, new: bytes) -> bytes:
    """A zip whose entry `old` is called `new`, a name that zipfile would not write."""
    assert len(old) == len(new)
    return pack((old.decode(), b"x")).replace(old, new)


def changed(data: bytes, mark: bytes, at: int, form: str, *values: int) -> bytes:
    """The zip with numbers written at an offset into the last record that begins with `mark`."""
    found = bytearray(data)
    struct.pack_into("<" + form, found, found.rindex(mark) + at, *values)
    return bytes(found)


def overlapping() -> bytes:
    """Two directory entries that point at the same bytes."""
    data = bytearray(pack(("one.py", b"x" * 4000), ("two.py", b"x" * 4000)))
    entries = [at for at in range(len(data)) if data[at : at + 4] == CENTRAL]
    data[entries[2] + 42 : entries[2] + 46] = data[entries[1] + 42 : entries[1] + 46]
    return bytes(data).replace(b"two.py", b"one.pz")


def quoted() -> bytes:
    """A stored member that holds a second member, which has an entry of its own (zbsm)."""
    inner = pack(("in.py", b"x" * 50), bot=False, method=zipfile.ZIP_STORED)
    member = inner[: inner.index(CENTRAL)]
    data = pack(("in.py", b"x" * 50), ("out.py", member), method=zipfile.ZIP_STORED)
    entries = [at for at in range(len(data)) if data[at : at + 4] == CENTRAL]
    inside = data.index(member, data.index(member) + 1)
    return data[: entries[1] + 42] + struct.pack("<I", inside) + data[entries[1] + 46 :]


def twice(name: str) -> bytes:
    """Return a zip with two entries of one name: the one that runs may not be the one reviewed."""
    other = name[:-1] + "!"
    return pack((name, b"x = 1"), (other, b"x = 2")).replace(other.encode(), name.encode())


def lying(size: int) -> bytes:
    """A zip whose second entry claims another size than it has."""
    return changed(pack(("big.py", b"#" * 5000)), CENTRAL, 24, "I", size)


def zip64(size: int) -> bytes:
    """A zip whose last entry moves its size to a field for very large files."""
    extra = struct.pack("<HHQ", 1, 8, size)
    info = zipfile.ZipInfo("big.py")
    info.extra = struct.pack("<HHQ", 0xCAFE, 8, 0)
    data = pack((info, b"#" * 100)).replace(info.extra, extra)
    return changed(data, CENTRAL, 24, "I", 0xFFFFFFFF)


def zip64_count() -> bytes:
    """A second end record that claims four billion entries."""
    data = pack()
    at = data.index(END)
    record = struct.pack(
        "<4sQHHIIQQQQ", END64, 44, 45, 45, 0, 0, 1 << 32, 1 << 32, 1 << 40, 1 << 50
    )
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, at, 1)
    return data[:at] + record + locator + data[at:]


def two_directories() -> bytes:
    """A zip whose comment is another zip: programs differ in which they read."""
    target = io.BytesIO(named("good.py"))
    with zipfile.ZipFile(target, "a") as archive:
        archive.comment = pack(("evil.py", b"x"))
    return target.getvalue()


def descriptor_that_lies() -> bytes:
    """Return a zip whose data descriptor and directory disagree on an entry's size."""
    target = io.BytesIO()
    target.seekable = lambda: False  # type: ignore[method-assign]  # zipfile then streams
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("bot.py", BOT)
    return changed(target.getvalue(), CENTRAL, 20, "II", 9, 9)


def dictionary() -> bytes:
    """An entry packed by LZMA that asks for a dictionary of four gigabytes."""
    data = pack(("big.py", b"#" * 100), method=zipfile.ZIP_LZMA)
    at = data.rindex(b"big.py", 0, data.index(CENTRAL)) + len("big.py") + 4
    assert data[at] == 0x5D
    return data[: at + 1] + b"\xff\xff\xff\xff" + data[at + 5 :]


def tar() -> bytes:
    """Return a tar, not a zip, with a hard link."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        link = tarfile.TarInfo("bot.py")
        link.type, link.linkname = tarfile.LNKTYPE, "/etc/passwd"
        archive.addfile(link)
    return target.getvalue()


def cleanup_bomb(depth: int = 20) -> bytes:
    """Forty lines that compile to a million: nested cleanup is copied."""
    lines = [" " * n + "try: x\n" + " " * n + "finally:\n" for n in range(depth)]
    return pack(("bomb.py", ("".join(lines) + " " * depth + "x\n").encode()))


def long_line(size: int = 10 << 20) -> bytes:
    """Return a module of one line of ten megabytes, moderately compressed."""
    block = random.Random(1).randbytes(1 << 12).hex()
    return pack(("long.py", f"x = '{block * (size // len(block))}'".encode()))


LOCAL: Final = b"PK\3\4"
ARCHIVES: Final[dict[str, tuple[Make, str]]] = {
    # names that lead elsewhere
    "slip": (lambda: named("../evil.py"), "not allowed"),
    "slip_inside": (lambda: named("a/../../evil.py"), "not allowed"),
    "slip_at_the_end": (lambda: named("a/.."), "not allowed"),
    "absolute": (lambda: named("/etc/evil.py"), "not allowed"),
    "backslash": (lambda: renamed(b"a_b_evil.py", b"..\\\\evil.py"), "not allowed"),
    "drive": (lambda: renamed(b"c_evil.py", b"c:evil.py"), "not allowed"),
    "unc": (lambda: renamed(b"__host_share_e.py", b"\\\\host\\share\\e.py"), "not allowed"),
    "network_path": (lambda: named("//host/share/evil.py"), "not allowed"),
    "stream": (lambda: named("bot.py::$DATA"), "not allowed"),
    "dot": (lambda: named("./evil.py"), "not allowed"),
    "empty_part": (lambda: named("a//evil.py"), "not allowed"),
    "home": (lambda: named("~/evil.py"), "not allowed"),
    "hidden": (lambda: named(".bashrc"), "not allowed"),
    "option": (lambda: named("-rf"), "not allowed"),
    # names that are read differently by different readers
    "nul": (lambda: renamed(b"bot2py.txt", b"bot2py\0txt"), "not allowed"),
    "escape_in_name": (lambda: renamed(b"evil__1.py", b"evil\x1b[1.py"), "not allowed"),
    "line_in_name": (lambda: named("evil\nbot.py"), "not allowed"),
    "delete_in_name": (lambda: named("evil\x7f.py"), "not allowed"),
    "right_to_left_name": (lambda: named("evil\u202eyp.txt"), "not allowed"),
    "not_unicode": (lambda: renamed(b"evil__.py", b"evil\xff\xfe.py"), "not allowed"),
    "normal_forms": (lambda: named("pla\u0308n.py", "pl\u00e4n.py"), "not allowed"),
    "look_alike": (lambda: named("b\u043et.py"), "not allowed"),
    "case_collision": (lambda: named("Plan.py", "plan.py"), "same name"),
    "case_collision_of_folders": (lambda: named("a/x.py", "A/x.py"), "same name"),
    "the_bot_twice": (lambda: named("BOT.py"), "same name"),
    "duplicate": (lambda: twice("plan.py"), "same name"),
    "file_and_folder": (lambda: named("plan", "plan/a.py"), "a file and a folder"),
    "bot_is_a_folder": (lambda: pack(("bot.py/", b""), bot=False), "no bot.py"),
    "two_names_of_one_file": (lambda: pack().replace(b"bot.py", b"bat.py", 1), "cannot be read"),
    # entries that are no files
    "symlink": (lambda: special(stat.S_IFLNK), "link or a device"),
    "symlink_called_bot": (lambda: special(stat.S_IFLNK, "a/bot.py"), "link or a device"),
    "character_device": (lambda: special(stat.S_IFCHR), "link or a device"),
    "block_device": (lambda: special(stat.S_IFBLK), "link or a device"),
    "fifo": (lambda: special(stat.S_IFIFO), "link or a device"),
    "socket": (lambda: special(stat.S_IFSOCK), "link or a device"),
    # too much
    "ratio_bomb": (lambda: pack(("zero.bin", bytes(15 << 20))), "compression ratio"),
    "ratio_bomb_bzip2": (
        lambda: pack(("zero.bin", bytes(15 << 20)), method=zipfile.ZIP_BZIP2), "compression ratio",
    ),
    "dictionary_of_gigabytes": (dictionary, "cannot be read|too much"),
    "total_bomb": (lambda: pack(*((f"{n}.bin", bytes(1 << 20)) for n in range(17))), "16 MiB"),
    "thousands": (lambda: named(*(f"{n}.py" for n in range(3000))), "files in the zip"),
    "thousands_of_folders": (lambda: named(*(f"{n}/" for n in range(600))), "files in the zip"),
    "depth": (lambda: named("a/" * 50 + "x.py"), "too deep"),
    "long_name": (lambda: named("a" * 300 + ".py"), "too long"),
    "long_part": (lambda: named("a" * 150 + ".py"), "not allowed"),
    "compiler_bomb": (cleanup_bomb, "too much"),
    # lies about itself
    "overlap": (overlapping, "overlap"),
    "quoted_overlap": (quoted, "overlap"),
    "lying_short": (lambda: lying(10), "damaged|cannot be read|not as long"),
    "lying_long": (lambda: lying(50_000), "cannot be read|not as long"),
    "lying_packed_size": (
        lambda: changed(named("a.py"), CENTRAL, 20, "I", 1 << 30), "overlap|cannot be read|damaged",
    ),
    "descriptor_that_lies": (descriptor_that_lies, "cannot be read|not as long"),
    "wrong_checksum": (lambda: changed(pack(), CENTRAL, 16, "I", 7), "cannot be read"),
    "zip64_size": (lambda: zip64(1 << 62), "16 MiB"),
    "zip64_negative_size": (lambda: zip64((1 << 64) - 1), "16 MiB"),
    "zip64_count": (zip64_count, "4294967296 files in the zip; 500 are allowed"),
    "offset_behind_the_end": (
        lambda: changed(named("a.py"), CENTRAL, 42, "I", 1 << 30), "damaged|cannot be read",
    ),
    "negative_offset": (lambda: changed(pack(), END, 16, "I", 0xFFFFFFF0), "in front of"),
    "no_local_header": (lambda: changed(named("a.py"), LOCAL, 0, "I", 0), "damaged|cannot be read"),
    "truncated": (lambda: pack()[:-30], "cannot be read"),
    "headless": (lambda: b"PK" + bytes(500), "cannot be read"),
    "encrypted": (lambda: changed(pack(), CENTRAL, 8, "H", 1), "encrypted"),
    "strongly_encrypted": (lambda: changed(pack(), CENTRAL, 8, "H", 0x41), "encrypted"),
    "patched": (lambda: changed(pack(), CENTRAL, 8, "H", 0x20), "cannot be read"),
    "unknown_method": (lambda: changed(pack(), CENTRAL, 10, "H", 77), "cannot be read"),
    "from_the_future": (lambda: changed(pack(), CENTRAL, 6, "H", 99), "cannot be read"),
    "polyglot": (lambda: LOCAL + b"#!/bin/sh\n" + pack(), "in front of"),
    "two_directories": (two_directories, "in front of|cannot be read"),
    # no bots
    "no_bot": (lambda: pack(("other.py", b"x = 1"), bot=False), "no bot.py"),
    "empty": (lambda: pack(bot=False), "no bot.py"),
    "bot_too_deep": (lambda: pack(("a/b/bot.py", b"x = 1"), bot=False), "no bot.py"),
    "only_bytecode": (lambda: pack(("bot.pyc", b"x"), bot=False), "no bot.py"),
    "zip_in_a_zip": (lambda: pack(("bot.zip", pack()), bot=False), "no bot.py"),
    "tar": (tar, "bot.py"),
    "bad_module": (lambda: pack(("plan.py", b"def (")), "plan.py, line 1: "),
}  # fmt: skip

# Odd but harmless: accepted and played like any other.
HARMLESS: Final[dict[str, Make]] = {
    "shadows_of_the_guest": lambda: pack(
        *((f"{name}.py", b"raise SystemExit('ESCAPED')") for name in ("wire", "loop", "json")),
        ("sandbox/__init__.py", b""), ("sandbox/guest/__init__.py", b""),
        ("sandbox/guest/wire.py", b"raise SystemExit('ESCAPED')"),
        ("engine/__init__.py", b"raise SystemExit('ESCAPED')"),
        ("random.py", b"raise SystemExit('ESCAPED')"),
    ),
    "start_hooks": lambda: pack(
        *((name, b"print('ESCAPED')") for name in ("sitecustomize.py", "usercustomize.py")),
        ("python3._pth", b"import os"), ("evil.pth", b"import os; print('ESCAPED')"),
        ("pyvenv.cfg", b"home = /bot"), ("PYVENV.CFG.py", b""),
    ),
    "bytecode": lambda: pack(
        ("__pycache__/bot.cpython-311.pyc", b"ESCAPED"), ("bot.pyc", b"ESCAPED"),
        ("a/__pycache__/x.pyc", b"ESCAPED"),
    ),
    "set_user_id": lambda: special(stat.S_IFREG | stat.S_ISUID | stat.S_ISGID),
    "nested_zip": lambda: pack(("inner.zip", pack(("../evil.py", b"x")))),
    "bytes_behind": lambda: pack() + b"\0" * 1000,
    "reserved_elsewhere": lambda: named("CON", "nul.py", "a. ", "aux.txt"),
    "long_line": long_line,
    "many_disks": lambda: changed(pack(), END, 4, "HH", 7, 7),
    "encodings": lambda: pack(
        ("utf7.py", b"# coding: utf-7\n+AGkAbQBwAG8AcgB0- os\n"),
        ("latin.py", b"# coding: latin-1\nx = '\xe9'\n"),
        ("mark.py", b"\xef\xbb\xbfx = 1\n"),
    ),
}  # fmt: skip
