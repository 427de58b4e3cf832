"""A ladder's lock under workers that only record: `python -P bench/recorders.py WORKERS SECONDS`.

`bench.arena` runs it in a platform's environment. Prints JSON: matches recorded, and for how many
milliseconds the ladder's row was locked, a match and at a time.
"""
# ruff: noqa: E402

from __future__ import annotations

import json
import multiprocessing
import time
from typing import Any

import django

django.setup()

from django.db import transaction

from arena.core.hosts import claim_name
from arena.matches.claim_match import claim_match
from arena.models import Ladder
from arena.models.rows import LockingQuerySet
from arena.results.store_result import store_result
from arena.worker.apply_pending import apply_pending
from bench.arguments import read_arguments
from tests.arena.results.rows import queued, result
from tests.cast import a_house_bot, a_ladder

MATCHES, BOTS = 3000, 24


def main() -> None:
    given = read_arguments(__doc__, workers=8, seconds=10)
    _fill()
    context = multiprocessing.get_context("spawn")
    held, count = context.Queue(), context.Value("i", 0)
    works = [_record] * given.workers + [_rate]
    ready = context.Barrier(len(works))
    started = [
        context.Process(target=work, args=(held, count, ready, given.seconds)) for work in works
    ]
    for process in started:
        process.start()
    spent = [locked for _process in started for locked in held.get()]
    for process in started:
        process.join()
    found = {
        "matches": count.value,
        "lock ms a match": round(1000 * sum(spent) / max(1, count.value), 2),
        "lock ms at a time": round(1000 * sum(spent) / max(1, len(spent)), 2),
    }
    print(json.dumps(found))


def _fill() -> None:
    ladder = a_ladder(state="paused")
    bots = [a_house_bot(f"House {number}", ladder) for number in range(BOTS)]
    for number in range(MATCHES):
        other = (number + 1 + number // BOTS % (BOTS - 1)) % BOTS
        queued(ladder, bots[number % BOTS], bots[other])


def _record(held: Any, count: Any, ready: Any, seconds: float) -> None:
    """Claim and record for some seconds."""
    spent = _watch_locks()
    ready.wait()
    until = time.time() + seconds
    while time.time() < until and (match := claim_match(worker=claim_name(), may_check=False)):
        store_result(match=match, result=result(*((2.0, 0.0) if match.pk % 2 else (0.0, 2.0))))
        with count.get_lock():
            count.value += 1
    held.put(spent)


def _rate(held: Any, _count: Any, ready: Any, seconds: float) -> None:
    spent = _watch_locks()
    ready.wait()
    until = time.time() + seconds
    while apply_pending() or time.time() < until:
        time.sleep(0.02)
    held.put(spent)


def _watch_locks() -> list[float]:
    """Note how long each transaction holds a ladder's row."""
    spent: list[float] = []
    locked = LockingQuerySet.locked

    def lock_and_time(rows: Any, pk: int) -> Any:
        row = locked(rows, pk)
        if rows.model is Ladder:
            began = time.perf_counter()
            transaction.on_commit(lambda: spent.append(time.perf_counter() - began))
        return row

    LockingQuerySet.locked = lock_and_time  # type: ignore[method-assign, assignment]
    return spent


if __name__ == "__main__":
    main()
