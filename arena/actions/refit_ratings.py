"""Fit a ladder's ratings to all its results at once, beside those that move match by match."""

from collections import Counter
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

import structlog
from django.db import transaction

from arena.matchmaking import SETTLED_MATCHES
from arena.models import Ladder, Match, RefitRating, Seat
from arena.rating import Rating
from arena.refit import Result, in_live_unit, refit

EVERY = timedelta(hours=22)  # a day, with room for a late beat
MOST_MATCHES = 100_000  # the latest: some fifteen seconds of CPU
log = structlog.get_logger(__name__)


def claim_refit(*, now: datetime) -> Ladder | None:
    """A ladder that has heard of new matches since its refit, a day ago or longer; None: no such.

    Each is told to one caller alone, who sees to it.
    """
    waiting = Ladder.objects.to_refit(before=now - EVERY)
    for ladder in waiting:
        if waiting.filter(pk=ladder.pk).update(refitted_at=now):
            return ladder
    return None


def refit_ratings(*, ladder: Ladder) -> int:
    """Fit again, and store what came for the versions that play now, in the unit of their live
    ratings; says how many.

    Every version is fitted for itself: the results of an older one tell of its opponents. The order
    of the matches changes nothing. Nothing is locked while it is computed.
    """
    last = Ladder.objects.get(pk=ladder.pk).recorded
    results = _results(ladder, range(max(1, last - MOST_MATCHES + 1), last + 1))
    skills = refit(results)
    matches = Counter(version for versions, _ranks in results for version in versions)
    with transaction.atomic():
        ladder = Ladder.objects.locked(ladder.pk)
        present = ladder.entries.filter(bot__current__in=skills.keys())
        rows = list(present.values_list("pk", "bot__current", "mu"))
        live = {version: mu for _, version, mu in rows if matches[version] >= SETTLED_MATCHES}
        skills = in_live_unit(skills, live)
        fitted = [
            _fitted(entry, version, skills[version], matches[version]) for entry, version, _ in rows
        ]
        RefitRating.objects.filter(entry__ladder=ladder).delete()
        RefitRating.objects.bulk_create(fitted)
        ladder.refit_serial = last
        ladder.save(update_fields=["refit_serial"])
    log.info("ratings_refitted", ladder=ladder.pk, matches=len(results), versions=len(fitted))
    return len(fitted)


def _results(ladder: Ladder, serials: range) -> list[Result]:
    """Who played, and their ranks, in the matches with these serials."""
    rows = (
        Seat.objects.filter(
            match__ladder=ladder,
            match__status=Match.Status.FINISHED,
            match__serial__gte=serials.start,
            match__serial__lt=serials.stop,
        )
        .order_by("match__serial")
        .values_list("match_id", "version_id", "rank")
    )
    results: list[Result] = []
    for _match, seats in groupby(rows.iterator(), itemgetter(0)):
        _matches, versions, ranks = zip(*seats, strict=True)
        results.append((versions, ranks))
    return results


def _fitted(entry: int, version: int, skill: Rating, matches: int) -> RefitRating:
    mu, sigma = skill
    return RefitRating(entry_id=entry, version_id=version, mu=mu, sigma=sigma, matches=matches)
