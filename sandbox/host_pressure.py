"""Was the host too busy? Asked before a slow bot is blamed.

The excuse is the smaller of two times: the bot had work but no CPU (its own threads can cause
that); others left it none (always so on busy hosts).
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from sandbox.cgroups import Cgroup, stall_seconds, throttled_seconds
from sandbox.wait import Wait

HOST: Final = Path("/proc/pressure/cpu")
CPU_TIMES: Final = Path("/proc/stat")
SAMPLE_EVERY: Final = 0.05  # seconds; a look at many threads costs a millisecond
TICKS: Final = os.sysconf("SC_CLK_TCK")  # a second
IDLE: Final = slice(4, 6)  # columns of a CPU's line: idle, waiting for disk
TOO_BUSY: Final = (
    0.75  # of the time waited; a bot starved of its tenth of a core sees more than 0.9
)


class Watched(Protocol):
    @property
    def cgroup(self) -> Cgroup | None:
        """None: no cgroup."""

    @property
    def process(self) -> int:
        """As the host numbers it."""

    def cpu(self) -> float:
        """Seconds used."""


class Counters(NamedTuple):
    """In seconds. `stall`: the bot's group had work but no CPU; `pressure`: anyone on the host;
    `throttled`: the worker's groups; `idle`: the bot's CPUs, summed.
    """

    at: float
    stall: float | None = None
    pressure: float | None = None
    throttled: float = 0.0
    idle: float = 0.0
    cpu: float = 0.0


def taken_by_others(before: Counters, now: Counters) -> float:
    """Return for how many seconds others left the bot no CPU: evidence that it cannot fake.

    Its own CPU is subtracted: it must run to make others wait.
    """
    pressure = 0.0
    if before.pressure is not None and now.pressure is not None:
        pressure = now.pressure - before.pressure
    limited = now.throttled - before.throttled
    full = (now.at - before.at) - (now.idle - before.idle)
    return max(0.0, max(pressure, limited, full) - (now.cpu - before.cpu))


def without_cpu(before: Counters, now: Counters, *, longest: float, summed: float) -> float:
    """Seconds the bot had work but no CPU; without a group, its threads' waits.

    PSI averages over CPUs, hiding a thread that moves: so its `longest` wait counts.
    """
    if before.stall is None or now.stall is None:
        return summed
    return max(longest, now.stall - before.stall)


def excused_seconds(wall: float, *, starved: float, outside: float, late: float) -> float:
    """Seconds of a wait that are the host's fault; `late`: the referee's own delay."""
    return min(wall, max(0.0, late, min(starved, outside)))


def is_hosts_fault(wall: float, excuse: float) -> bool:
    return excuse >= TOO_BUSY * wall


class HostWatch(Wait):
    """Measures a wait for a bot and the host's share."""

    def __init__(self, bot: Watched) -> None:
        super().__init__()
        self._bot = bot
        self._tasks = _Tasks(bot.process)
        self._before: Counters | None = None
        self._next_sample = 0.0

    def sample(self) -> None:
        """Look at the host and the bot's threads, unless that was a moment ago."""
        now = time.monotonic()
        if now < self._next_sample:
            return
        self._next_sample = now + SAMPLE_EVERY
        self._before = self._before or self._count()
        self._tasks.look()

    def host_share(self) -> float:
        wall = self.wall
        if self._before is None:
            return excused_seconds(wall, starved=0.0, outside=0.0, late=self._late)
        now = self._count()
        longest, summed = self._tasks.waited()
        return excused_seconds(
            wall,
            starved=without_cpu(self._before, now, longest=longest, summed=summed),
            outside=taken_by_others(self._before, now),
            late=self._late,
        )

    def host_was_busy(self) -> bool:
        return is_hosts_fault(self.wall, self.host_share())

    def _count(self) -> Counters:
        stall = self._bot.cgroup.stall_seconds() if self._bot.cgroup else None
        now, used = time.monotonic(), self._bot.cpu()
        return Counters(now, stall, stall_seconds(HOST), throttled_seconds(), idle_seconds(), used)


class Task(NamedTuple):
    """Seconds on and waiting for a CPU; unchanged `since`."""

    ran: float
    waited: float
    is_ready: bool
    since: float

    def pending(self, now: float) -> float:
        return now - self.since if self.is_ready else 0.0


class _Tasks:
    """Waits of a process's threads since the first look."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._first: dict[str, Task] | None = None
        self._known: dict[str, Task] = {}
        self._waits: dict[str, float] = {}  # ended threads included

    def look(self) -> None:
        """Add up the waits so far; a thread that ends between two looks loses its last wait."""
        now = time.monotonic()
        tasks: dict[str, Task] = {}
        for name, task in read_tasks(Path(f"/proc/{self._process}/task"), now):
            before = self._known.get(name)
            is_same = before is not None and before[:3] == task[:3]
            tasks[name] = task._replace(since=before.since) if before and is_same else task
        self._first = tasks if self._first is None else self._first
        for name, task in tasks.items():
            waited = self._first[name].waited if name in self._first else 0.0
            self._waits[name] = task.waited + task.pending(now) - waited
        self._known = tasks

    def waited(self) -> tuple[float, float]:
        """Seconds: the longest of one thread, and all summed."""
        self.look()
        return max(self._waits.values(), default=0.0), sum(self._waits.values())


def read_tasks(folder: Path, now: float) -> Iterator[tuple[str, Task]]:
    """Yield each thread in /proc/PID/task by its number."""
    try:
        names = os.listdir(folder)  # noqa: PTH208  # names alone are wanted
    except OSError:
        return
    for name in names:
        try:
            ran, waited, _ = (folder / name / "schedstat").read_text().split()
            state = (folder / name / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:  # this thread has ended
            continue
        yield name, Task(int(ran) / 1e9, int(waited) / 1e9, is_ready=state == "R", since=now)


def idle_seconds() -> float:
    """Return for how many seconds the CPUs of this process were idle, summed."""
    own = {f"cpu{number}" for number in os.sched_getaffinity(0)}
    lines = (line.split() for line in CPU_TIMES.read_text().splitlines())
    return sum(sum(map(int, fields[IDLE])) for fields in lines if fields[0] in own) / TICKS
