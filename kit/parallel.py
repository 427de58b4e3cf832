"""Play matches side by side, each process with a jail of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing.connection import Connection, wait

from arena.match.referee import Entrant, MatchResult, Plan, play
from kit import bot_arguments
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


@contextmanager
def kept(
    plans: Sequence[Plan], entrants: Sequence[Entrant], jailer: Runner, jobs: int
) -> Iterator[Iterator[MatchResult]]:
    """Yield the results; Ctrl-C ends the block, and what came before it is kept."""
    with closing(results(plans, entrants, jailer, jobs)) as found, suppress(KeyboardInterrupt):
        yield found


def results(
    plans: Sequence[Plan], entrants: Sequence[Entrant], jailer: Runner, jobs: int
) -> Generator[MatchResult]:
    """Yield the results in the order of the plans, whichever match ends first.

    Closing it stops the matches that are being played. Raises HostFailure.
    """
    if jobs == 1:
        yield from (_play(plan, entrants, jailer) for plan in plans)
        return
    with _processes(min(jobs, len(plans)), entrants) as free:
        yield from _in_order(plans, free)


def _in_order(plans: Sequence[Plan], free: list[Connection]) -> Iterator[MatchResult]:
    playing: dict[Connection, int] = {}
    ended: dict[int, MatchResult] = {}
    following = iter(enumerate(plans))
    for number in range(len(plans)):
        while number not in ended:
            for process, (place, plan) in zip(free[:], following, strict=False):
                process.send(plan)
                playing[process] = place
                free.remove(process)
            ready = wait(list(playing))
            for process in [one for one in playing if one in ready]:
                ended[playing.pop(process)] = _received(process)
                free.append(process)
        yield ended.pop(number)


def _received(process: Connection) -> MatchResult:
    try:
        found = process.recv()
    except EOFError as error:
        raise HostFailure(ENDED) from error
    if isinstance(found, HostFailure):
        raise found
    result: MatchResult = found
    return result


@contextmanager
def _processes(count: int, entrants: Sequence[Entrant]) -> Iterator[list[Connection]]:
    """Start processes that play the plans they are sent; end them, and their jails, afterwards."""
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(count)]
    started = [context.Process(target=_serve, args=(theirs, entrants)) for _, theirs in pipes]
    try:
        with (
            _without_ctrl_c()
        ):  # the processes never hear it: it is for the command, which ends them
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
        jailer = bot_arguments.jailer(entrants, warns=False)
        while True:
            plan = pipe.recv()
            try:
                pipe.send(_play(plan, entrants, jailer))
            except HostFailure as failure:
                pipe.send(failure)


def _play(plan: Plan, entrants: Sequence[Entrant], jailer: Runner) -> MatchResult:
    """Retry when the machine fails."""
    for _ in range(TRIES - 1):
        try:
            return play(plan, entrants, jailer)
        except HostFailure:
            continue
    return play(plan, entrants, jailer)
