"""Measure who is blamed for late answers when all cores are busy.

Run as root: .venv/bin/python -m bench.late_answers [SLEEPERS HONEST [LOOPS]]. Real jails, with and
without control groups, beside endless loops (LOOPS per core, default 2), of normal and of higher
priority. Sleepers never answer: all must be blamed. Honest bots compute nine tenths of their limit
with less than a hundredth of a core: none may be blamed; they answer, or the game is played again.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import product
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from typing import cast

from rich.console import Console
from rich.table import Table

from sandbox.conversation import Conversation
from sandbox.errors import BotFault, HostFailure
from sandbox.jail import Jailer
from sandbox.launch import Jail
from sandbox.limits import Limits

AT_ONCE = 10  # bots
LOOPS = 2  # per core
NICE = -10  # of the loops
JAILERS: list[Jailer] = []  # of this process
SLEEPERS, HONEST = 10, 50  # per setup: four setups make 200 honest bots
LIMITS = Limits(start_cpu=5.0, decision_cpu=0.02)  # so waits for a sleeper are two seconds
SLEEPER = "import time\ndef decide(request): time.sleep(600)\n"
WORKER = """
import time
def decide(request):
    end = time.process_time() + 0.018
    while time.process_time() < end: pass
    return 0
"""
LOOP = """
import ctypes
ctypes.CDLL(None).prctl(1, 9)  # end with the process that started it
print(flush=True)
while True: pass
"""
GREETING = {
    "type": "hello", "protocol": 1, "game": "dominion", "config": {}, "seats": 2, "seat": 0,
    "limits": {}, "random": 1,
}  # fmt: skip
QUESTION = {
    "type": "decide", "id": 1, "clock": {"left": 10.0, "decision": 2.0},
    "decision": {
        "seat": 0, "kind": "buy", "options": ["Copper", "Silver"], "least": 1, "most": 1,
        "ordered": False, "source": None, "about": None, "default": [0],
    },
}  # fmt: skip


@contextmanager
def busy_cores(nice: int, loops_a_core: int) -> Iterator[None]:
    """Run endless loops on each core, each in its own session, at this priority."""
    words = [sys.executable, "-S", "-c", LOOP]
    loops = [
        subprocess.Popen(words, stdout=subprocess.PIPE, start_new_session=True)
        for _ in range(loops_a_core * (os.cpu_count() or 1))
    ]
    try:
        for loop in loops:
            assert loop.stdout is not None
            loop.stdout.readline()
            prefer(loop.pid, nice)
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.communicate()


def prefer(process: int, nice: int) -> None:
    """Set the priority of a process, and of its session where the kernel groups by it."""
    os.setpriority(os.PRIO_PROCESS, process, nice)
    with suppress(OSError):
        Path(f"/proc/{process}/autogroup").write_text(str(nice))


def starve(talk: Conversation) -> None:
    """Give a bot the least share of a busy core, by control group and priority."""
    jail = cast("Jail", talk._jail)
    group = jail.cgroup
    prefer(jail.process, 19)
    for folder in group._paths if group else ():
        for name, least in (("cpu.shares", "2"), ("cpu.weight", "1")):
            if (folder / name).exists():
                (folder / name).write_text(least)


def verdict(bot: Path, *, is_grouped: bool, is_starved: bool) -> str:
    """Ask a bot one question on a busy machine; return what became of it."""
    jailer = copy(JAILERS[0])
    if not is_grouped:
        jailer.template = replace(jailer.template, backend=None)
    with jailer.prepare(bot) as prepared, Conversation(jailer, prepared, LIMITS) as talk:
        talk.ask(json.dumps(GREETING).encode(), start=True)
        if is_starved:
            starve(talk)
        try:
            talk.ask(json.dumps(QUESTION).encode())
        except BotFault:
            return "blamed"
        except HostFailure:
            return "played again"
    return "answered"


def begin() -> None:
    """Make this process a referee that the loops do not slow down."""
    os.setsid()
    prefer(os.getpid(), -20)
    JAILERS.append(Jailer.strongest())


def tried(
    pool: Pool, source: str, times: int, *, is_grouped: bool, is_starved: bool
) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bot.py"
        path.write_text(source)
        one = partial(verdict, is_grouped=is_grouped, is_starved=is_starved)
        return Counter(pool.imap_unordered(one, [path] * times))


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    sleepers, honest, loops = words + [SLEEPERS, HONEST, LOOPS][len(words) :]
    table = Table("jail", "loops", "bots", "blamed", "played again", "answered")
    with get_context("fork").Pool(AT_ONCE, begin) as pool:
        for is_grouped, nice in product((True, False), (0, NICE)):
            title = "control groups" if is_grouped else "no control group"
            with busy_cores(nice, loops):
                for name, source, times in (
                    ("sleepers", SLEEPER, sleepers),
                    ("starved honest bots", WORKER, honest),
                ):
                    is_starved = source == WORKER
                    found = tried(pool, source, times, is_grouped=is_grouped, is_starved=is_starved)
                    ends = (str(found[end]) for end in ("blamed", "played again", "answered"))
                    table.add_row(title, f"nice {nice}", f"{times} {name}", *ends)
    Console().print(table)


if __name__ == "__main__":
    main()
