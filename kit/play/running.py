"""Play scheduled matches: on all cores, in order, from what was kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from arena.matches.referee.referee import Entrant
from kit.errors import CommandFailed, report_host_failures
from kit.play import keeping, parallel
from kit.play.keeping import Kept, Settings
from kit.play.played import Played, Task
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments

CHANGED = "a bot's file has changed while it played; play a copy of it, or start again"
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
    with report_host_failures(), keeping.opened(options, settings) as kept:
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        jobs = options.jobs or parallel.usual_jobs(matches)
        with suppress(KeyboardInterrupt), parallel.pool(entrants, jailer, jobs) as pool:
            yield lambda tasks: in_order(tasks, pool, kept, shown=shown)


def in_order(
    tasks: Iterable[Task], pool: parallel.Pool, kept: Kept, *, shown: bool = False
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
            if (found := kept.find(task)) and not wanted:
                ready[task.number] = Played(found, [])
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
