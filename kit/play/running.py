"""Play scheduled matches: on all cores, in order, from what was kept."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Protocol

from arena.matches.referee.referee import Entrant, play
from kit.errors import CommandFailed, report_host_failures
from kit.play import keeping
from kit.play.keeping import Kept, Settings
from kit.play.played import Played, Task
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments
from sandbox.errors import HostFailure
from sandbox.runner import Runner

TRIES = 3
FEW = 10  # matches: a process of its own takes as long to start as some of them to play
ENDED = "a process that played matches has ended"
CHANGED = "a bot's file has changed while it played; play a copy of it, or start again"
STOP_SECONDS = 5.0
Play = Callable[[Iterable[Task]], Iterator[Played]]


@contextmanager
def running(
    options: SeriesOptions,
    settings: Settings,
    entrants: Sequence[Entrant],
    *,
    matches: int,
    shown: bool = False,
) -> Iterator[Play]:
    """Yield what plays tasks; Ctrl-C ends the block. `shown`: the first match's files are wanted.

    Raises BadInput, NotKept.
    """
    with report_host_failures(), keeping.open_kept(options, settings) as kept:
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        jobs = options.jobs or usual_jobs(matches)
        with suppress(KeyboardInterrupt), pool(entrants, jailer, jobs) as workers:
            yield lambda tasks: in_order(tasks, workers, kept, shown=shown)


def in_order(
    tasks: Iterable[Task], pool: Pool, kept: Kept, *, shown: bool = False
) -> Iterator[Played]:
    """Yield the matches in the order of the tasks, whichever ends first. Raises CommandFailed."""
    upcoming, waiting = iter(tasks), deque[int]()
    ready: dict[int, Played] = {}
    keys: dict[int, str] = {}
    while True:
        while waiting and waiting[0] in ready:
            yield ready.pop(waiting.popleft())
        task = next(upcoming, None) if pool.has_room else None
        if task is not None:
            waiting.append(task.number)
            wanted = shown and task.number == 0
            if (match := kept.find(task)) and not wanted:
                ready[task.number] = Played(match, [])
            else:
                keys[task.number] = task.key
                pool.send(task, files=wanted or kept.games is not None)
        elif pool.is_busy:
            ended, played = pool.receive()
            if ended.key != keys.pop(ended.number):
                raise CommandFailed(CHANGED)
            kept.add(ended, played)
            ready[ended.number] = played
        else:
            return


# --- processes ----------------------------------------------------------------------------------
def usual_jobs(matches: int) -> int:
    """Return as many as the machine has cores, fewer for few matches."""
    own = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ()
    return max(1, min(len(own) or os.cpu_count() or 1, matches // FEW))


class Pool(Protocol):
    """Plays matches; `receive` returns whichever ends first. Raises HostFailure."""

    @property
    def has_room(self) -> bool: ...

    @property
    def is_busy(self) -> bool: ...

    def send(self, task: Task, *, files: bool) -> None: ...

    def receive(self) -> tuple[Task, Played]: ...


@contextmanager
def pool(entrants: Sequence[Entrant], jailer: Runner, jobs: int) -> Iterator[Pool]:
    """One job plays in this process. Leaving the block stops the matches that are being played."""
    if jobs == 1:
        yield _Here(jailer)
        return
    with _processes(jobs, entrants) as free:
        yield _There(free)


class _Here:
    """One match after the other, in this process."""

    def __init__(self, jailer: Runner) -> None:
        self._jailer = jailer
        self._sent: list[tuple[Task, bool]] = []

    @property
    def has_room(self) -> bool:
        return not self._sent

    @property
    def is_busy(self) -> bool:
        return bool(self._sent)

    def send(self, task: Task, *, files: bool) -> None:
        self._sent.append((task, files))

    def receive(self) -> tuple[Task, Played]:
        task, files = self._sent.pop()
        return task, _play(task, self._jailer, files=files)


class _There:
    """A match in each free process."""

    def __init__(self, free: list[Connection]) -> None:
        self._free = free
        self._playing: dict[Connection, Task] = {}

    @property
    def has_room(self) -> bool:
        return bool(self._free)

    @property
    def is_busy(self) -> bool:
        return bool(self._playing)

    def send(self, task: Task, *, files: bool) -> None:
        process = self._free.pop()
        self._playing[process] = task
        try:
            process.send((task, files))
        except BrokenPipeError as error:
            raise HostFailure(ENDED) from error

    def receive(self) -> tuple[Task, Played]:
        ready = wait(list(self._playing))
        process = next(process for process in self._playing if process in ready)
        try:
            played = process.recv()
        except (EOFError, ConnectionResetError) as error:
            raise HostFailure(ENDED) from error
        if isinstance(played, HostFailure):
            raise played
        self._free.append(process)
        return self._playing.pop(process), played


@contextmanager
def _processes(count: int, entrants: Sequence[Entrant]) -> Iterator[list[Connection]]:
    """Start processes that play the plans they are sent; end them, and their jails, afterwards."""
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(count)]
    started = [context.Process(target=_serve, args=(theirs, entrants)) for _, theirs in pipes]
    try:
        with _without_ctrl_c():  # it is for the command, which ends the processes
            for process, (_, theirs) in zip(started, pipes, strict=True):
                process.start()
                theirs.close()
        yield [ours for ours, _ in pipes]
    finally:
        running = [process for process in started if process.pid]
        for process in running:
            process.terminate()
        for process in running:
            process.join(STOP_SECONDS)
            process.kill()


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Delay it until after the block; processes started in it never hear it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # started later, it would end the block
    heard = []
    handler = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if heard:
        raise KeyboardInterrupt


def _serve(pipe: Connection, entrants: Sequence[Entrant]) -> None:
    """Play the matches that come through the pipe, until it is closed."""
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit())  # jails are cleaned up
    with suppress(EOFError):
        jailer = bot_arguments.jailer(entrants, is_helper=True)
        while True:
            task, files = pipe.recv()
            try:
                pipe.send(_play(task, jailer, files=files))
            except HostFailure as failure:
                pipe.send(failure)


def _play(task: Task, jailer: Runner, *, files: bool) -> Played:
    """Play it; try again when the machine fails."""
    began = time.process_time()
    for _ in range(TRIES - 1):
        with suppress(HostFailure):
            result = play(task.plan, task.entrants, jailer)
            break
    else:
        result = play(task.plan, task.entrants, jailer)
    return Played.of(result, task, time.process_time() - began, files=files)
