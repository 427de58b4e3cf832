"""Was the host too busy? Asked before a bot that used little CPU is blamed for its slowness.

A late answer is excused by at most the smaller of two times: that in which the bot had work and got
no CPU, and that in which others left it none. A bot can make the first with many threads, and a
busy host always shows the second, so neither will do alone.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from sandbox.cgroups import Cgroup, stalled, throttled

HOST: Final = Path("/proc/pressure/cpu")
CPU_TIMES: Final = Path("/proc/stat")
TICKS: Final = os.sysconf("SC_CLK_TCK")  # a second
IDLE: Final = slice(4, 6)  # columns of a CPU's line: idle, and idle while a disk is waited for
TOO_BUSY: Final = (
    0.75  # of the time waited; a bot starved of its tenth of a core sees more than 0.9
)


class Watched(Protocol):
    """The jail of a bot, as far as a watch looks at it."""

    @property
    def cgroup(self) -> Cgroup | None:
        """Its control group, where there is one."""

    @property
    def process(self) -> int:
        """The number of its process, as the host counts."""

    def cpu(self) -> float:
        """Seconds of CPU that it has used."""


class Counters(NamedTuple):
    """What the kernel has counted so far, in seconds.

    `stall`: some thread of the bot's group had work and no CPU, and `pressure`: somebody on the
    host had (None: not told). `throttled`: the groups around the worker had used up what they may.
    `idle`: the CPUs that the bot may use did nothing, summed. `cpu`: what the bot used.
    """

    at: float
    stall: float | None = None
    pressure: float | None = None
    throttled: float = 0.0
    idle: float = 0.0
    cpu: float = 0.0


def outside(before: Counters, now: Counters) -> float:
    """Seconds in which others left the bot no CPU: evidence that it cannot make.

    The largest of three measures, each less the CPU that the bot used, since to make others or its
    own threads wait it must run: the pressure of the host; how long the worker's own groups were
    throttled; and the time in which no CPU was idle, others alone having kept every one busy.
    """
    pressure = _grown(before.pressure, now.pressure)
    limited = now.throttled - before.throttled
    full = (now.at - before.at) - (now.idle - before.idle)
    return max(0.0, max(pressure, limited, full) - (now.cpu - before.cpu))


def starved(before: Counters, now: Counters, *, longest: float, summed: float) -> float:
    """Seconds in which the bot had work and no CPU: the stall of its group, or without one the
    waits of its threads, `summed`.

    The kernel takes the mean over CPUs, by which a thread that waits now here and now there has
    hardly waited: so the `longest` wait of one thread, which is part of the stall, counts as well.
    """
    if before.stall is None or now.stall is None:
        return summed
    return max(longest, now.stall - before.stall)


def _grown(before: float | None, now: float | None) -> float:
    return 0.0 if before is None or now is None else now - before


def excused(wall: float, *, starved: float, outside: float, late: float) -> float:
    """Seconds of a wait of `wall` seconds that are the host's fault.

    `late` is how late the referee itself was woken: then the bot did not run either.
    """
    return min(wall, max(0.0, late, min(starved, outside)))


def is_hosts_fault(wall: float, excuse: float) -> bool:
    """Is the host to blame for most of a wait of which `excuse` seconds are its fault?"""
    return excuse >= TOO_BUSY * wall


class HostWatch:
    """Measures one wait for a bot: how long it was, and how much of it was the host's fault."""

    def __init__(self, bot: Watched) -> None:
        self._bot = bot
        self._since = time.monotonic()
        self._late = 0.0
        self._tasks = _Tasks(bot.process)
        self._before: Counters | None = None

    @property
    def wall(self) -> float:
        """Seconds since the start, less what was left out."""
        return time.monotonic() - self._since

    def leave_out(self, seconds: float) -> None:
        """Do not count so many seconds, which the referee spent on something else."""
        self._since += seconds

    def woken(self, late: float) -> None:
        """Note that the referee was woken `late` seconds after the time that it had asked for."""
        self._late += max(0.0, late)

    def look(self) -> None:
        """Begin to read the counters, or read on: too dear for a quick answer."""
        self._before = self._before or self._count()
        self._tasks.look()

    def waited(self) -> float:
        """Seconds of the wait that are the host's fault."""
        wall = self.wall
        if self._before is None:
            return excused(wall, starved=0.0, outside=0.0, late=self._late)
        now = self._count()
        longest, summed = self._tasks.waited()
        return excused(
            wall,
            starved=starved(self._before, now, longest=longest, summed=summed),
            outside=outside(self._before, now),
            late=self._late,
        )

    def busy(self) -> bool:
        """Is the host to blame for most of the wait?"""
        return is_hosts_fault(self.wall, self.waited())

    def _count(self) -> Counters:
        stall = self._bot.cgroup.stalled() if self._bot.cgroup else None
        at, used = time.monotonic(), self._bot.cpu()
        return Counters(at, stall, stalled(HOST), throttled(), idle(), used)


class Task(NamedTuple):
    """What the kernel tells of one thread: seconds that it `ran` and `waited` for a CPU in its
    life, whether it could run now, and since when nothing of it has changed."""

    ran: float
    waited: float
    is_ready: bool
    since: float

    def pending(self, now: float) -> float:
        """Seconds of a wait that has not ended, and is not in `waited` yet."""
        return now - self.since if self.is_ready else 0.0


class _Tasks:
    """How long the threads of a process have waited for a CPU since the first look."""

    def __init__(self, process: int) -> None:
        self._folder = Path(f"/proc/{process}/task")
        self._first: dict[str, Task] | None = None
        self._known: dict[str, Task] = {}
        self._waits: dict[str, float] = {}  # threads that have ended keep theirs

    def look(self) -> None:
        """Read on; a thread that ends between two looks takes its last wait with it."""
        now = time.monotonic()
        found: dict[str, Task] = {}
        for name, task in tasks(self._folder, now):
            before = self._known.get(name)
            is_same = before is not None and before[:3] == task[:3]
            found[name] = task._replace(since=before.since) if before and is_same else task
        self._first = found if self._first is None else self._first
        for name, task in found.items():
            waited = self._first[name].waited if name in self._first else 0.0
            self._waits[name] = task.waited + task.pending(now) - waited
        self._known = found

    def waited(self) -> tuple[float, float]:
        """Seconds: the longest wait of one thread, and those of all summed."""
        self.look()
        return max(self._waits.values(), default=0.0), sum(self._waits.values())


def tasks(folder: Path, now: float) -> Iterator[tuple[str, Task]]:
    """The threads below /proc/PID/task; none where the process has ended."""
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


def idle() -> float:
    """Seconds in which the CPUs that this process may use have had nothing to do, summed."""
    own = {f"cpu{number}" for number in os.sched_getaffinity(0)}
    lines = (line.split() for line in CPU_TIMES.read_text().splitlines())
    return sum(sum(map(int, words[IDLE])) for words in lines if words[0] in own) / TICKS
