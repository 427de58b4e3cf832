from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery

from arena.models import (
    FitTally,
    FittedRating,
    Game,
    Ladder,
    RatingFit,
    Seat,
    Version,
    VersionRating,
)
from arena.ratings.fit import Fit, fit
from arena.ratings.tally import Played, Tally

CHUNK = 1000  # matches read at a time
ROWS = 2000  # written at a time


def counted_by(last: RatingFit | None) -> Tally:
    """Return the last fit's tally."""
    return Tally.unpacked(bytes(last.tally.packed)) if last else Tally()


def count_results(*, tally: Tally, ladder: Ladder, serials: range) -> None:
    """Add rated matches by serial."""
    rated = ladder.matches.rated()
    for first in range(serials.start, serials.stop, CHUNK):
        last = min(first + CHUNK, serials.stop) - 1
        ids = list(rated.filter(serial__range=(first, last)).values_list("pk", flat=True))
        games: defaultdict[int, list[list[int]]] = defaultdict(list)
        rows = Game.objects.filter(match__in=ids).order_by("match", "number")
        for match, seating, by_seat in rows.values_list("match", "seating", "ranks"):
            games[match].append(by_position(seating, by_seat))
        seats = Seat.objects.filter(match__in=ids).order_by("match__serial", "position")
        columns = seats.values_list("match", "version", "rank")
        for match, group in groupby(columns, itemgetter(0)):
            _matches, versions, ranks = zip(*group, strict=True)
            tally.add(Played(versions, games[match], ranks))


def fit_results(*, ladder: Ladder, tally: Tally, versions: Iterable[VersionRating]) -> Fit:
    """Fit a tally; `versions` link to those before. House bots have no owner to throw matches."""
    links = [
        (version.version_id, version.before_id)
        for version in versions
        if version.before_id is not None
    ]
    members = Version.objects.filter(bot__entries__ladder=ladder, bot__is_house=False)
    owners = dict(members.values_list("pk", "bot__owner"))
    return fit(tally, seats=ladder.seats, links=links, fixed=ladder.fixed, owners=owners)


@transaction.atomic
def store_fit(
    *, ladder: Ladder, rating_run: int, serial: int, tally: Tally, fitted: Fit
) -> RatingFit:
    """Store a fit, not yet applied."""
    stored = RatingFit.objects.create(
        ladder=ladder,
        rating_run=rating_run,
        serial=serial,
        parameters=fitted.parameters._asdict(),
        unusual=[pair._asdict() for pair in fitted.unusual],
    )
    FitTally.objects.create(fit=stored, packed=tally.packed())
    FittedRating.objects.bulk_create(
        (
            FittedRating(fit=stored, version_id=version, mu=mu, sigma=sigma)
            for version, (mu, sigma) in fitted.skills.items()
        ),
        batch_size=ROWS,
    )
    return stored


def apply_fit(*, fit: RatingFit) -> None:
    """Copy a fit to its versions' ratings; delete older fits' data."""
    fitted = FittedRating.objects.filter(fit=fit, version=OuterRef("version"))
    known = VersionRating.objects.filter(entry__ladder=fit.ladder_id, rating_run=fit.rating_run)
    known.filter(Exists(fitted)).update(  # 30 ms for 10,000; with `version__in` a minute
        mu=Subquery(fitted.values("mu")), sigma=Subquery(fitted.values("sigma"))
    )
    older = {
        "fit__ladder": fit.ladder_id,
        "fit__rating_run": fit.rating_run,
        "fit__serial__lt": fit.serial,
    }
    FitTally.objects.filter(**older).delete()
    FittedRating.objects.filter(**older).delete()


def by_position(seating: Sequence[int], ranks: Sequence[int]) -> list[int]:
    """Reorder ranks by position in the match."""
    places = dict(zip(seating, ranks, strict=True))
    return [places[position] for position in range(len(seating))]
