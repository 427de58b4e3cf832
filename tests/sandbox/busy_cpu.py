"""A busy core, as on a machine with all cores busy, and a bot that gets hardly any CPU."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sandbox.cgroups import Cgroup

SPIN = "print('on', flush=True)\nwhile True: pass"


@contextmanager
def spinning(count: int = 1) -> Iterator[list[int]]:
    """Run this many endless loops, all started."""
    words = ["nice", "-n10", sys.executable, "-S", "-c", SPIN]  # other tests go first
    loops = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(count)]
    try:
        for loop in loops:
            assert loop.stdout is not None
            assert loop.stdout.readline() == b"on\n"
        yield [loop.pid for loop in loops]
    finally:
        for loop in loops:
            loop.kill()
            loop.communicate()


@contextmanager
def busy_host(bot: int) -> Iterator[None]:
    """Run two loops on the only core that this process and the bot have meanwhile."""
    ours = os.sched_getaffinity(0)
    core = {max(ours)}
    try:
        os.sched_setaffinity(0, core)
        os.sched_setaffinity(bot, core)
        with spinning(2):
            yield
    finally:
        os.sched_setaffinity(0, ours)


def starve(process: int, group: Cgroup | None) -> None:
    """Leave a process almost no CPU on a busy machine; skip where that is impossible."""
    if group is None:
        os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0))
        return
    for controller, name, least in (("cpu", "cpu.shares", "2"), ("cpu", "cpu.weight", "1")):
        folder = group._v1.get(controller) or group._v2
        if folder and (folder / name).exists():
            (folder / name).write_text(least)
            return
    pytest.skip("NO GROUP OF THIS MACHINE SHARES CPU, SO NONE WAS STARVED")
