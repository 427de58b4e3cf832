"""A ladder with matches of house bots, played as plain functions and written as rows.

What `bench.ladder_statistics` counts. Some deals are really played; more matches repeat them.
"""

from __future__ import annotations

import os
import random
import resource
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from arena.actions.results.count_statistics import count_statistics
from arena.match.match_features import gains
from arena.models import Bot, Game, Ladder, LadderStatistic, Match, Seat
from engine import catalogue
from kit.bots import house_bots
from tests.cast import a_house_bot
from tests.kit.games import load, play_on

AT_ONCE = 500  # matches written
PLAYERS = {
    "dominion": ("random", "big-money", "big-money-smithy", "village-market", "militia"),
    "kingdomino": ("random", "greedy", "look-ahead"),
}


class Deal(NamedTuple):
    """A seed, the house bots by position, and the columns of its games."""

    seed: int
    players: list[str]
    games: list[dict[str, Any]]


def fill(ladder: Ladder, matches: int, deals: int) -> None:
    """Write so many rated matches of the ladder."""
    bots = {name: a_house_bot(f"{name} {ladder.pk}", ladder) for name in PLAYERS[ladder.game]}
    played = list(_deals(ladder, min(deals, matches)))
    rows = enumerate(islice(cycle(played), matches), 1)
    while batch := list(islice(rows, AT_ONCE)):
        _write(ladder, bots, batch)
    ladder.recorded = matches
    ladder.save()


def count(ladder: Ladder) -> dict[str, float]:
    """Count all of it on PostgreSQL; return seconds, CPU seconds, megabytes more, and rows."""
    before, began, processor = _peak(), time.monotonic(), time.process_time()
    database = _database_cpu()
    while count_statistics(ladder=ladder):
        pass
    return {
        "matches": ladder.recorded,
        "seconds": round(time.monotonic() - began, 2),
        "cpu": round(time.process_time() - processor, 2),
        "database": round(_database_cpu() - database, 2),
        "megabytes": round(_peak() - before, 1),
        "rows": LadderStatistic.objects.filter(ladder=ladder).count(),
    }


def _database_cpu() -> float:
    """Return the CPU seconds of the server's process for this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        fields = Path(f"/proc/{cursor.fetchone()[0]}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _deals(ladder: Ladder, count: int) -> Iterator[Deal]:
    dice = random.Random(7)
    seats = range(ladder.seats)
    for _ in range(count):
        seed, players = dice.getrandbits(62), dice.choices(PLAYERS[ladder.game], k=ladder.seats)
        games = []
        for turn in range(ladder.games_per_match):
            seating = [(seat + turn) % ladder.seats for seat in seats]
            games.append(_played(ladder, seed, [players[one] for one in seating], seating))
        yield Deal(seed, players, games)


def _played(ladder: Ladder, seed: int, names: list[str], seating: list[int]) -> dict[str, Any]:
    rules: dict[str, Any] = {"game": ladder.game, "seats": ladder.seats}
    known = house_bots(ladder.game)
    bots = [
        load(known[name].path, seat, **rules, **ladder.config) for seat, name in enumerate(names)
    ]
    new = catalogue.new(ladder.game, seats=ladder.seats, seed=seed, config=ladder.config)
    game = play_on(new, bots)
    events, outcome, record = game.events(None), game.outcome, game.record()
    assert outcome is not None
    return {
        "seating": seating,
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
        "reason": outcome.reason,
        "record": record,
        "packed_events": Game.pack(events),
        "gained": [dict(one) for one in gains(ladder.game, events, ladder.seats)],
        "cpu": [0.1] * ladder.seats,
        "decisions": [len(record["choices"]) // ladder.seats] * ladder.seats,
    }


def _write(ladder: Ladder, bots: dict[str, Bot], played: list[tuple[int, Deal]]) -> None:
    rules = catalogue.info(ladder.game).engine
    matches = Match.objects.bulk_create(
        Match(
            ladder=ladder,
            purpose=Match.Purpose.LADDER,
            status=Match.Status.FINISHED,
            seed=deal.seed,
            game=ladder.game,
            config=ladder.config,
            seats_count=ladder.seats,
            games_planned=len(deal.games),
            engine=rules,
            serial=serial,
            finished_at=timezone.now(),
        )
        for serial, deal in played
    )
    found = [(match, deal) for match, (_serial, deal) in zip(matches, played, strict=True)]
    Seat.objects.bulk_create(
        Seat(match=match, position=position, version=bots[name].current, points=0.0, rank=1)
        for match, deal in found
        for position, name in enumerate(deal.players)
    )
    Game.objects.bulk_create(
        Game(match=match, number=number, **columns)
        for match, deal in found
        for number, columns in enumerate(deal.games)
    )


def analyze() -> None:
    """Let the database know how its tables are filled."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
