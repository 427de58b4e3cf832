"""Blame for late answers on a machine whose cores are all busy.

Run as root: .venv/bin/python -m bench.sleepers [SLEEPERS HONEST [LOOPS]]. Real jails, with and
without control groups, beside endless loops (two per core, or LOOPS), of the same and of a higher
priority. Sleepers never answer and must be blamed. Honest bots compute for nine tenths of their
limit on less than a hundredth of a busy core, and must not be: they answer, or their game is played
again.
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

from rich.console import Console
from rich.table import Table

from sandbox.conversation import Conversation
from sandbox.errors import BotFault, HostFailure
from sandbox.jail import Jailer
from sandbox.limits import Limits

AT_ONCE = 10  # bots
LOOPS = 2  # for each core
NICE = -10  # of the loops
JAILERS: list[Jailer] = []  # of this process
SLEEPERS, HONEST = 10, 50  # of each kind of machine: four kinds make 200 honest bots
LIMITS = Limits(start_cpu=5.0, decision_cpu=0.02)  # so that a sleeper is waited for two seconds
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
    """Endless loops for each core, each in a session of its own, with this priority."""
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
    """Give a process a priority, and its session where the kernel groups by sessions."""
    os.setpriority(os.PRIO_PROCESS, process, nice)
    with suppress(OSError):
        Path(f"/proc/{process}/autogroup").write_text(str(nice))


def starve(talk: Conversation) -> None:
    """Leave a bot the least share of a busy core, by its control group and by its priority."""
    group = talk._jail.cgroup
    prefer(talk._jail.process, 19)
    for folder in group._paths if group else ():
        for name, least in (("cpu.shares", "2"), ("cpu.weight", "1")):
            if (folder / name).exists():
                (folder / name).write_text(least)


def verdict(bot: Path, *, is_grouped: bool, is_starved: bool) -> str:
    """What becomes of one bot that is asked one question on a busy machine."""
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
    """Make this process one that referees a bot, and that the loops do not slow down."""
    os.setsid()
    prefer(os.getpid(), -20)
    JAILERS.append(Jailer.strongest())


def tried(
    pool: Pool, source: str, times: int, *, is_grouped: bool, is_starved: bool
) -> Counter[str]:
    """What became of so many bots of one source, some at a time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bot.py"
        path.write_text(source)
        one = partial(verdict, is_grouped=is_grouped, is_starved=is_starved)
        return Counter(pool.imap_unordered(one, [path] * times))


def main() -> None:
    """Measure and print."""
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
