"""A platform with data to back up, what it holds, and backups under disturbed conditions."""

import hashlib
import os
import random
import resource
import sys
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection

from arena.bots.versions import erase_version
from arena.matches.referee.referee import GameResult, MatchResult
from arena.models import Bot, Entry, Game, Ladder, Version
from tests.arena.results.rows import STAMP, record_result, running
from tests.cast import a_bot, a_ladder, alice, bob, olga, play_with
from tests.website.rows import played
from website.backup import create, postgres

Held = tuple[dict[str, list[object]], dict[str, str]]


def fill(matches: int) -> None:
    """Make accounts, uploads, one of which is erased, and real games."""
    ladder, bots = a_ladder(), []
    for number in range(4):
        owner = (alice, bob)[number % 2]()
        source = f"def decide(request):\n    return request.default  # {number}\n" * 50
        bots.append(a_bot(owner, f"Bot {number}", ladder, source.encode()))
    olga()
    gone = play_with(bots[0], b"# erased with its owner\n", ladder)
    play_with(bots[0], b"# the second version\n", ladder)
    erase_version(version=gone)
    for number in range(matches):
        _play(ladder, random.sample(bots, 2), seed=number % 3 + 1)


def _play(ladder: Ladder, bots: list[Bot], *, seed: int) -> None:
    record, events, scores, ranks = played(seed)
    match = running(ladder, *bots)
    game = GameResult(
        seating=[0, 1],
        scores=scores,
        ranks=ranks,
        reason="the Provinces are gone",
        record=record,
        events=events,
        faults=[],
        logs=["printed " * 20, ""],
        cpu=[0.5, 0.25],
        decisions=[120, 130],
        decision_log=[],
    )
    points = [float(ranks.count(2)) if rank == 1 else 0.0 for rank in ranks]
    record_result(match=match, result=MatchResult([game], points, ranks, STAMP))


def look() -> Held:
    """Every table's rows and every upload's content, by their hashes."""
    tables: dict[str, list[object]] = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names()):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows = sorted(repr([_plain(one) for one in row]) for row in cursor.fetchall())
            tables[table] = [len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest()]
    uploads = {}
    for version in Version.objects.exclude(source=""):
        with version.source.open() as file:
            uploads[str(version.source.name)] = hashlib.sha256(file.read()).hexdigest()
    return tables, uploads


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def restore(backup: str) -> None:
    call_command("restore", backup, stdout=sys.stderr)


def falsify() -> None:
    """Change a rating, and remove a game's events."""
    Entry.objects.filter(pk=1).update(mu=99.0)
    game = Game.objects.order_by("pk")[0]
    game.packed_events = Game.pack([])
    game.save()


def back_up_without_programs(folder: str) -> None:
    postgres.DEBIAN = Path("nowhere")
    os.environ["PATH"] = ""
    call_command("backup", folder)


def back_up(folder: str) -> int:
    """Return the most memory that it took, in KiB."""
    call_command("backup", folder, stdout=sys.stderr)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def grow() -> None:
    """Add a large upload, and large decisions to a game."""
    play_with(Bot.objects.order_by("pk")[0], os.urandom(60_000_000), Ladder.objects.get())
    Game.objects.filter(pk=1).update(packed_decisions=os.urandom(100_000_000))


def back_up_while_erased(folder: str) -> int:
    """Erase a version after the dump, before its upload is copied; return the rounds of copying."""
    module: Any = create
    collect = module.collect
    rounds: list[int] = []

    def late(*args: Any, **kwargs: Any) -> Any:
        if not rounds:
            last = Version.objects.exclude(source="").order_by("pk").last()
            assert last
            erase_version(version=last)
        rounds.append(1)
        return collect(*args, **kwargs)

    module.collect = late
    call_command("backup", folder, stdout=sys.stderr)
    return len(rounds)
