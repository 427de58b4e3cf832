"""Tallies of results by several workers, while matches are voided."""

import random
import time
from typing import Any

from django.db.models import Sum

from arena.models import BotTally, HeadToHead, Ladder, Match, Seat
from arena.results import tally_results as module
from arena.results.correct_result import void_result
from tests.arena.results.rows import played
from tests.cast import a_house_bot, a_ladder, olga
from tests.patience import PATIENCE


def fill() -> None:
    """Play 60 matches that are not counted yet."""
    ladder = a_ladder()
    bots = [a_house_bot(f"House {number}", ladder) for number in range(4)]
    for _ in range(60):
        pair = random.sample(bots, 2)
        played(ladder, *pair, points=random.choice([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]))


def tally(*, voids: bool = False) -> int:
    """Count until nothing is left, and void some meanwhile; return how many were counted."""
    module.BATCH = 3
    ladder, seen = Ladder.objects.get(), 0
    started = time.monotonic()
    module.tally_results(ladder=ladder)
    for match in Match.objects.filter(serial__in=[1, 2, 30, 59]) if voids else ():
        void_result(organiser=olga(), match=match, reason="a trial")
    while list(module.to_tally()):
        seen += module.tally_results(ladder=ladder)
        assert time.monotonic() < started + PATIENCE
    return seen


def sums() -> dict[str, Any]:
    totals = BotTally.objects.filter(version=0, dimension="total")
    total = totals.aggregate(Sum("played"), Sum("points"))
    return {
        "played": total["played__sum"],
        "points": total["points__sum"],
        "seats": Seat.objects.filter(match__status="finished").count(),
        "met": HeadToHead.objects.filter(version=0).aggregate(n=Sum("played"))["n"],
        "voided": Match.objects.filter(voided_tally__isnull=False).count(),
    }
