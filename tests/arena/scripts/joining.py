"""Joining and leaving ladders, in several processes."""

import time
from collections.abc import Callable
from typing import Any

from arena.core.errors import Refused
from arena.core.hosts import claim_name
from arena.ladders.entries import join_ladder, leave_ladder
from arena.ladders.matchmake import matchmake
from arena.matches.claim_match import claim_match
from arena.models import Bot, Entry, Ladder, LadderCheck, Match
from tests.arena.results.rows import record_result, result
from tests.cast import a_bot, a_ladder, alice, bob


def fill() -> None:
    a_bot(alice(), "Alcuin", a_ladder())
    a_bot(bob(), "Bede", a_ladder(name="Other", slug="other", config={"kingdom": "Big Money"}))


def join() -> int:
    return _tried(join_ladder)


def counts() -> list[int]:
    """Return Alcuin's checks for the other ladder, and all check matches."""
    checks = LadderCheck.objects.filter(ladder__slug="other", version__bot__name="Alcuin")
    return [checks.count(), Match.objects.checks().count()]


def come_and_go() -> None:
    for _ in range(10):
        _tried(join_ladder)
        _tried(leave_ladder)


def pass_checks() -> None:
    while match := claim_match(worker=claim_name(), may_play=False):
        record_result(match=match, result=result(2.0, 0.0))


def play() -> None:
    for _ in range(30):
        for ladder in Ladder.objects.all():
            matchmake(ladder_id=ladder.pk)
        match = claim_match(worker=claim_name())
        if match is not None:
            time.sleep(0.005)
            record_result(match=match, result=result(2.0, 0.0))


def leave_and_count() -> list[int]:
    """Return is_active, matches counted, finished and live."""
    _tried(leave_ladder)
    entry = Entry.objects.get(bot__name="Alcuin", ladder__slug="other")
    ours = Match.objects.filter(
        purpose="ladder", ladder=entry.ladder, seats__version__bot=entry.bot
    )
    finished = ours.filter(status="finished").count()
    return [entry.is_active, entry.matches, finished, ours.live().count()]


def _tried(act: Callable[..., Any]) -> int:
    bot, ladder = Bot.objects.get(name="Alcuin"), Ladder.objects.get(slug="other")
    try:
        act(owner=alice(), bot=bot, ladder=ladder)
    except Refused:
        return 0
    return 1
