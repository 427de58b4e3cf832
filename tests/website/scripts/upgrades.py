"""A platform of the release before, under the programs of this one."""

from typing import Any

from django.db import connection

from arena.core.own_version import own_version
from arena.ladders.matchmake import matchmake
from arena.models import Bot, Entry, Installation, Ladder, Match, RatingChange, Version
from tests.arena.results.rows import record_result, result

OLD = "an-old-worker"


def insert_as_before() -> None:
    """Let a worker of the release before sign on, in the columns that it knows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO arena_worker (host, process, started_at, queues, slots, stamp, problem,"
            " disk_problem, stopped_processes, clock_error, seen_at) VALUES (%s, 1,"
            " CURRENT_TIMESTAMP, '[]', 1, '{}', '\"\"', '\"\"', 0, 0, CURRENT_TIMESTAMP)",
            [OLD],
        )


def changed_house_bots() -> int:
    """Count house bots whose current version is another than the release before had."""
    return Bot.objects.house().filter(current__number__gt=1).count()


def play() -> int:
    """Let the house bots of a ladder meet until each current version has played; count matches."""
    ladder = Ladder.objects.get(slug="dominion-first-game")
    Ladder.objects.exclude(pk=ladder.pk).update(state="paused")
    before = RatingChange.objects.count()
    for _ in range(3):
        Match.objects.queued().update(not_before=None)
        matchmake(ladder_id=ladder.pk)
        for match in Match.objects.queued().filter(ladder=ladder):
            _finish(match)
    return RatingChange.objects.count() - before


def _finish(match: Match) -> None:
    won = Match.objects.filter(pk=match.pk, status="queued").update(
        status="running", worker="here/1/a", started_at=match.created_at
    )
    assert won
    match.refresh_from_db()
    record_result(match=match, result=result(2, 0))


def look() -> dict[str, Any]:
    return {
        "allowed": Installation.allowed_versions() == [own_version()],
        "versions": Version.objects.count(),
        "finished": Match.objects.filter(status="finished").count(),
        "ratings": [
            [entry.bot.slug, entry.ladder.slug, round(entry.mu, 6), round(entry.sigma, 6)]
            for entry in Entry.objects.select_related("bot", "ladder").order_by("pk")
        ],
    }
