"""Switches to a new fit: computed without a lock, then later matches are replayed on it.

Ratings so equal those of a rating run.
"""

from itertools import groupby

import structlog
from django.db import IntegrityError, transaction
from django.db.models import OuterRef, QuerySet, Subquery

from arena.models import Ladder, RatingChange, RatingFit, Seat, VersionRating
from arena.ratings.fit_results import (
    apply_fit,
    count_results,
    counted_by,
    fit_results,
    store_fit,
)
from arena.ratings.recompute_ratings import ask_recompute
from arena.ratings.update_ratings import Ratings, ratings_of, show_ratings, store_versions

MOST_AGAIN = 1000  # matches replayed at a switch: a third of a second under the lock
log = structlog.get_logger(__name__)


def refit_ratings(*, ladder_id: int) -> bool:
    """Make and apply the due fit; False: none due, or another was quicker.

    With over `MOST_AGAIN` later matches a rating run keeps the lock short.
    """
    ladder = Ladder.objects.to_fit().filter(pk=ladder_id).first()
    if ladder is None:
        return False
    if ladder.recorded - ladder.next_fit > MOST_AGAIN:
        with transaction.atomic():
            ask_recompute(ladder=Ladder.objects.locked(ladder.pk))
        return False
    # A killed worker may have stored the due fit already.
    stored = ladder.fits.filter(rating_run=ladder.rating_run, serial=ladder.next_fit).first()
    return _switch(stored or _compute_fit(ladder))


def _compute_fit(ladder: Ladder) -> RatingFit:
    last, serial = ladder.fit, ladder.next_fit
    tally = counted_by(last)
    serials = range(1 + (last.serial if last else 0), serial + 1)
    count_results(tally=tally, ladder=ladder, serials=serials)
    versions = VersionRating.objects.filter(entry__ladder=ladder, rating_run=ladder.rating_run)
    fitted = fit_results(ladder=ladder, tally=tally, versions=versions)
    try:
        return store_fit(
            ladder=ladder, rating_run=ladder.rating_run, serial=serial, tally=tally, fitted=fitted
        )
    except IntegrityError:  # another worker has stored the same
        return ladder.fits.get(rating_run=ladder.rating_run, serial=serial)


@transaction.atomic
def _switch(fit: RatingFit) -> bool:
    """Apply the fit if still next."""
    ladder = Ladder.objects.locked(fit.ladder_id)
    if (ladder.rating_run, ladder.next_fit) != (fit.rating_run, fit.serial):
        return False
    apply_fit(fit=fit)
    ladder.use_fit(fit)
    ladder.save(update_fields=["fit", "next_fit"])
    again = _reapply_matches(ladder, fit)
    show_ratings(ladder=ladder)
    log.info(
        "ratings_refitted", ladder=ladder.pk, through=fit.serial, again=again, **fit.parameters
    )
    return True


def _reapply_matches(ladder: Ladder, fit: RatingFit) -> int:
    """Replay matches after the fit; return their number."""
    matches = ladder.matches.rated().filter(serial__gt=fit.serial)
    before = ladder.matches.rated().filter(serial__lte=fit.serial).last()
    since = VersionRating.objects.filter(
        entry__ladder=ladder, rating_run=fit.rating_run, last_serial__gt=fit.serial
    )
    entries = dict(since.values_list("entry__bot", "entry"))
    ratings = Ratings(
        rating_run=fit.rating_run,
        parameters=fit.as_parameters,
        rated_at=before.finished_at if before else None,
        stored=_as_at(fit, ratings_of(ladder, entries.values())),
    )
    seats_in_order = Seat.objects.filter(match__in=matches).order_by("match__serial", "position")
    rows = seats_in_order.select_related("match", "version")
    changes: list[RatingChange] = []
    count = 0
    for match, group in groupby(rows, lambda seat: seat.match):
        seats = list(group)
        changes += ratings.play(
            match=match, entries=[entries[seat.version.bot_id] for seat in seats], seats=seats
        )
        count += 1
    RatingChange.objects.bulk_create(
        changes,
        update_conflicts=True,
        unique_fields=["entry", "rating_run", "serial"],
        update_fields=["mu_before", "sigma_before", "mu_after", "sigma_after"],
    )
    moved = {change.entry_id for change in changes}
    store_versions(
        [row for row in ratings.by_version.values() if row.entry_id in moved], ["mu", "sigma"]
    )
    return count


def _as_at(fit: RatingFit, rows: QuerySet[VersionRating]) -> list[VersionRating]:
    """Return ratings as of the fit's last match."""
    lines = RatingChange.objects.filter(
        entry=OuterRef("entry"),
        rating_run=fit.rating_run,
        serial__lte=fit.serial,
        seat__version=OuterRef("version"),
    ).order_by("-serial")
    known = rows.filter(first_serial__lte=fit.serial)
    still = list(known.filter(last_serial__lte=fit.serial))
    moved = known.filter(last_serial__gt=fit.serial).annotate(
        serial=Subquery(lines.values("serial")[:1]), at=Subquery(lines.values("played_at")[:1])
    )
    for row in moved:
        row.last_serial, row.rated_at = row.serial, row.at
        still.append(row)
    return still
