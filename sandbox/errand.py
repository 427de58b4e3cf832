"""A jailed program that is handed some bytes, answers with some bytes, and ends."""

import os
import select
import time
from contextlib import suppress
from dataclasses import dataclass

from sandbox.channel import printable
from sandbox.errors import HostFailure
from sandbox.launch import Cell
from sandbox.limits import Limits
from sandbox.zygote import Zygotes


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it: an exit code, negative signal or None (too slow or too long); the bytes."""

    code: int | None
    data: bytes
    told: str  # the first lines of its log, printable
    out_of_memory: bool
    cpu: float  # seconds


def run(
    cell: Cell, module: str, given: bytes, limits: Limits, *, seconds: float, most: int,
    zygotes: Zygotes | None = None,
) -> Answer:  # fmt: skip
    """Run `main()` of a guest module for at most `seconds` of wall time and `most` bytes of answer.

    It starts cold, or is forked where `zygotes` are given. Raises HostFailure where the jail does
    not start.
    """
    inside, source = os.pipe()
    answers, replies = os.pipe()
    log, told = os.pipe()
    try:
        if zygotes:
            jail = zygotes.fork(cell, module, None, limits, (inside, replies, told))
        else:
            jail = cell.launch(module, None, limits, inside=inside, answers=replies, log=told)
    except BaseException as problem:
        _close(source, inside, answers, replies, told)
        words = _told(log)
        os.close(log)
        if isinstance(problem, HostFailure) and words:
            raise HostFailure(f"{problem}: {words}") from problem
        raise
    _close(inside, replies, told)
    try:
        with jail:
            deadline = time.monotonic() + seconds
            _feed(source, given, deadline)
            data = _collect(answers, deadline, most)
            left = deadline - time.monotonic() if len(data) <= most else 0.0
            code = jail.wait(max(0.0, left))
            return Answer(code, data, _told(log), jail.out_of_memory(), jail.cpu())
    finally:
        _close(answers, log)


def _close(*ends: int) -> None:
    for end in ends:
        os.close(end)


def _feed(source: int, given: bytes, deadline: float) -> None:
    """Write what is given; the program reads all of it before it answers."""
    os.set_blocking(source, False)
    left = memoryview(given)
    try:
        with suppress(BrokenPipeError):  # it has ended: its exit code tells why
            while left:
                if not select.select([], [source], [], max(0.0, deadline - time.monotonic()))[1]:
                    raise HostFailure("the jailed program did not start to read in time")
                left = left[os.write(source, left) :]
    finally:
        os.close(source)


def _collect(answers: int, deadline: float, most: int) -> bytes:
    data = bytearray()
    while len(data) <= most:
        if not select.select([answers], [], [], max(0.0, deadline - time.monotonic()))[0]:
            break
        if not (chunk := os.read(answers, 1 << 16)):
            break
        data += chunk
    return bytes(data)


def _told(log: int) -> str:
    os.set_blocking(log, False)
    try:
        return printable(os.read(log, 2000).decode("utf-8", "replace").strip())
    except BlockingIOError:
        return ""
