"""Run a jailed program once: bytes in, bytes out."""

import os
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from sandbox.errors import HostFailure
from sandbox.launch import JailTemplate
from sandbox.limits import Limits
from sandbox.printable import printable
from sandbox.zygote import ZygotePool

CHUNK: Final = 1 << 16
TOLD: Final = 2000  # bytes of its log that are kept


@dataclass(frozen=True, slots=True)
class Result:
    """`code`: exit code, negative signal, or None (over a limit of `run`)."""

    code: int | None
    data: bytes
    output: str  # the first lines of its log, printable
    out_of_memory: bool
    cpu: float  # seconds


def run(
    template: JailTemplate, module: str, given: bytes, limits: Limits, *, seconds: float, most: int,
    zygotes: ZygotePool | None = None, more: Sequence[str] = (),
) -> Result:  # fmt: skip
    """Run a guest module for `seconds` of wall time and `most` bytes of answer.

    Forked if `zygotes` are given, else cold. Raises HostFailure.
    """
    inside, source = os.pipe()
    answers, replies = os.pipe()
    log, output = os.pipe()
    try:
        if zygotes:
            jail = zygotes.fork(template, module, None, limits, (inside, replies, output))
        else:
            jail = template.launch_guest(
                module, None, limits, inside=inside, answers=replies, log=output, more=more
            )
    except BaseException as problem:
        _close(source, inside, answers, replies, output)
        words = _read_log(log)
        os.close(log)
        if isinstance(problem, HostFailure) and words:
            raise HostFailure(f"{problem}: {words}") from problem
        raise
    _close(inside, replies, output)
    try:
        with jail:
            deadline = time.monotonic() + seconds
            _feed(source, given, deadline)
            data, before = _collect(answers, log, deadline, most)
            left = deadline - time.monotonic() if len(data) <= most else 0.0
            code = jail.wait(max(0.0, left))
            return Result(code, data, _read_log(log, before), jail.out_of_memory(), jail.cpu())
    finally:
        _close(answers, log)


def _close(*ends: int) -> None:
    for end in ends:
        os.close(end)


def _feed(source: int, given: bytes, deadline: float) -> None:
    """Write all that is given: the program reads everything before it answers."""
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


def _collect(answers: int, log: int, deadline: float, most: int) -> tuple[bytes, bytes]:
    """Return answer and log. Both are read to their ends: a full pipe would block the program."""
    data, output, ends = bytearray(), bytearray(), [answers, log]
    while len(data) <= most and answers in ends:
        ready = select.select(ends, [], [], max(0.0, deadline - time.monotonic()))[0]
        if not ready:
            break
        for end in ready:
            if not (chunk := os.read(end, CHUNK)):
                ends.remove(end)
            elif end == answers:
                data += chunk
            else:
                output += chunk[: TOLD - len(output)]
    return bytes(data), bytes(output)


def _read_log(log: int, before: bytes = b"") -> str:
    os.set_blocking(log, False)
    with suppress(BlockingIOError):
        before += os.read(log, TOLD)
    return printable(before[:TOLD].decode("utf-8", "replace").strip())
