"""Play matches side by side, each process with a jail of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Protocol

from arena.matches.referee.referee import Entrant, play
from kit.play.played import Played, Task
from kit.run import bot_arguments
from sandbox.errors import HostFailure
from sandbox.runner import Runner

TRIES = 3
FEW = 10  # matches: a process of its own takes as long to start as some of them to play
ENDED = "a process that played matches has ended"
STOP_SECONDS = 5.0


def usual_jobs(matches: int) -> int:
    """As many as the machine has cores, fewer for few matches."""
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
        process = next(one for one in self._playing if one in ready)
        played = _receive(process)
        self._free.append(process)
        return self._playing.pop(process), played


def _receive(process: Connection) -> Played:
    try:
        found = process.recv()
    except (EOFError, ConnectionResetError) as error:
        raise HostFailure(ENDED) from error
    if isinstance(found, HostFailure):
        raise found
    played: Played = found
    return played


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
    """Retry when the machine fails."""
    began = time.process_time()
    for _ in range(TRIES - 1):
        with suppress(HostFailure):
            result = play(task.plan, task.entrants, jailer)
            break
    else:
        result = play(task.plan, task.entrants, jailer)
    return Played.of(result, task, time.process_time() - began, files=files)
