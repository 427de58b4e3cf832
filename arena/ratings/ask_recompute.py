from django.db.models import Max

from arena.models import Ladder, RatingRun
from arena.queue.enqueue import enqueue_task


def ask_recompute(*, ladder: Ladder) -> RatingRun:
    """Queue a rating run; drop an unfinished one, which may have read old data.

    The caller holds the ladder's lock.
    """
    filling = ladder.rating_runs.filter(state=RatingRun.State.FILLING)
    filling.give_back(state=RatingRun.State.RETIRED, last_serial=0)
    last = ladder.rating_runs.aggregate(number=Max("number"))["number"] or 0
    rating_run = ladder.rating_runs.create(number=max(last, ladder.rating_run) + 1)
    enqueue_task(name="arena.recompute", args=[rating_run.pk])
    return rating_run
