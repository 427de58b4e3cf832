"""Recomputations and fits while workers record."""

import time

from django.db import transaction
from django.utils import timezone

from arena.core.hosts import claim_name
from arena.models import Entry, Ladder, Match, RatingChange, RatingRun
from arena.ratings import recompute_ratings as module
from arena.ratings.recompute_ratings import ask_recompute
from arena.ratings.refit_ratings import refit_ratings
from tests.patience import PATIENCE


def recompute() -> int:
    """Recompute the ladder's ratings, over and over, until all is recorded; return its run."""
    module.CHUNK = 4
    deadline = time.monotonic() + PATIENCE
    while (
        Match.objects.exclude(status="finished", is_pending=False).exists()
        and time.monotonic() < deadline
    ):
        with transaction.atomic():
            ask_recompute(ladder=Ladder.objects.locked(Ladder.objects.get().pk))
        for rating_run in RatingRun.objects.due(timezone.now()):
            module.recompute_ratings(rating_run=rating_run, worker=claim_name())
    return Ladder.objects.get().rating_run


def count() -> tuple[int, list[int]]:
    """Count the ladder's rating changes, and the matches of its entries."""
    ladder = Ladder.objects.get()
    changes = RatingChange.objects.filter(rating_run=ladder.rating_run)
    return changes.count(), sorted(Entry.objects.values_list("matches", flat=True))


def fit() -> int:
    """Fit whenever a fit is due, until all is recorded; return how many this process made."""
    deadline, made = time.monotonic() + PATIENCE, 0
    while time.monotonic() < deadline:
        waiting = Match.objects.exclude(status="finished", is_pending=False).exists()
        if refit_ratings(ladder_id=Ladder.objects.get().pk):
            made += 1
        elif not waiting:
            break
        else:
            time.sleep(0.05)
    return made
