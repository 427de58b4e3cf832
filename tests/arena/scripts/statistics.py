"""Statistics counted by several processes, while matches are voided and one is killed."""

import os
import random
import signal
import time
from typing import Any

from django.db.models import Sum

from arena.models import Game, Ladder, LadderStatistic, Match, StatisticsProgress
from arena.results import count_statistics as module
from arena.results.correct_result import void_result
from tests.arena.results.rows import played
from tests.cast import a_house_bot, a_ladder, olga
from tests.patience import PATIENCE

VOIDED = [1, 2, 30, 59]


def fill() -> None:
    """Play 60 matches that are not counted yet."""
    ladder = a_ladder()
    bots = [a_house_bot(f"House {number}", ladder) for number in range(4)]
    for _ in range(60):
        pair = random.sample(bots, 2)
        played(ladder, *pair, points=random.choice([(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]))


def count(*, voids: bool = False) -> None:
    """Count until nothing is left, and void some meanwhile."""
    module.BATCH = 3
    ladder, started = Ladder.objects.get(), time.monotonic()
    module.count_statistics(ladder=ladder)
    for match in Match.objects.filter(serial__in=VOIDED) if voids else ():
        void_result(organiser=olga(), match=match, reason="a trial")
    while list(module.to_count()):
        module.count_statistics(ladder=ladder)
        assert time.monotonic() < started + PATIENCE


def die(matches: int) -> None:
    """Be killed while a later batch is stored."""
    module.BATCH = matches
    ladder = Ladder.objects.get()
    module.count_statistics(ladder=ladder)

    def kill() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    vars(module)["database_now"] = kill  # called with the counters written
    if (process := os.fork()) == 0:
        module.count_statistics(ladder=ladder)
    assert os.WIFSIGNALED(os.waitpid(process, 0)[1])


def sums() -> dict[str, Any]:
    found = LadderStatistic.objects.filter(given="")
    return {
        "games": found.get(dimension="total").games,
        "seats": found.filter(dimension="seat").aggregate(n=Sum("seats"))["n"],
        "points": found.filter(dimension="seat").aggregate(n=Sum("points"))["n"],
        "finished": Game.objects.filter(match__status="finished").count(),
        "voided": Match.objects.filter(voided_statistic__isnull=False).count(),
        "last": StatisticsProgress.objects.get().last_serial,
    }
