"""Uploads: unpacked and compiled inside a jail; outside only checked names and bytes arrive."""

import os
import re
import select
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sandbox.channel import printable
from sandbox.errors import HostFailure, Rejected
from sandbox.launch import Cell, Jail
from sandbox.limits import MIB, Limits, wall_guard

LIMITS: Final = Limits(memory=192 * MIB, threads=1, files=16)
CPU: Final = 3.0
UPLOAD: Final = 4 * MIB
TOTAL: Final = 16 * MIB
FILES: Final = 500
NAME: Final = re.compile(
    r"(?:[A-Za-z0-9_][A-Za-z0-9_. +-]{0,99}/){0,7}[A-Za-z0-9_][A-Za-z0-9_. +-]{0,99}"
)
HEAD: Final = struct.Struct(">II")
TOO_MUCH: Final = "takes too much time or memory to unpack and compile"


def unpack(cell: Cell, path: Path) -> dict[str, bytes]:
    """The files of an upload by name, bot.py among them. Raises Rejected or HostFailure."""
    if path.stat().st_size > UPLOAD:
        raise Rejected(f"the upload is larger than {UPLOAD // MIB} MiB")
    source = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    frames, inside = os.pipe()
    log, told = os.pipe()
    try:
        jail = cell.launch("unpack", None, LIMITS, inside=source, answers=inside, log=told)
    finally:
        for end in (source, inside, told):
            os.close(end)
    try:
        with jail:
            return _files(_receive(jail, frames, log))
    finally:
        os.close(frames)
        os.close(log)


def _receive(jail: Jail, frames: int, log: int) -> bytes:
    """Everything that the jail writes before it ends, within limits of size and time."""
    data = bytearray()
    deadline = time.monotonic() + wall_guard(CPU)
    os.set_blocking(log, False)
    while chunk := _chunk(frames, deadline):
        data += chunk
        if len(data) > TOTAL + FILES * 256:
            raise Rejected(f"the zip unpacks to more than {TOTAL // MIB} MiB")
    code = jail.wait(max(0.0, deadline - time.monotonic()))
    if code == 0:
        return bytes(data)
    if not data and not jail.out_of_memory() and code is not None and code > 0:
        raise HostFailure(f"the unpacking jail failed: {_told(log)}")
    raise Rejected(TOO_MUCH)


def _chunk(frames: int, deadline: float) -> bytes:
    if not select.select([frames], [], [], max(0.0, deadline - time.monotonic()))[0]:
        raise Rejected(TOO_MUCH)
    return os.read(frames, 1 << 16)


def _told(log: int) -> str:
    try:
        return printable(os.read(log, 2000).decode("utf-8", "replace"))
    except BlockingIOError:
        return "no word from it"


def _files(data: bytes) -> dict[str, bytes]:
    """The files in the frames, every name checked again: the jail's word is not taken for it."""
    files: dict[str, bytes] = {}
    for name, content in _frames(data):
        if not name:
            _judge(content, files)
            return files
        if not NAME.fullmatch(name) or name.casefold() in {known.casefold() for known in files}:
            raise Rejected(f"the name {printable(name)[:120]!r} is not allowed in an upload")
        files[name] = content
    raise Rejected(TOO_MUCH)


def _judge(verdict: bytes, files: dict[str, bytes]) -> None:
    if verdict:
        raise Rejected(printable(verdict.decode("utf-8", "replace"))[:500])
    if "bot.py" not in files or len(files) > FILES:
        raise Rejected("there is no bot.py in the upload")


def _frames(data: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at + HEAD.size <= len(data):
        name, content = HEAD.unpack_from(data, at)
        start = at + HEAD.size
        at = start + name + content
        yield data[start : start + name].decode("ascii", "replace"), data[start + name : at]
