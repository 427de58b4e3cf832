"""How ratings have moved of late: a small line for each row of a leaderboard."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from arena.models import Entry, Ladder, RatingChange
from arena.ratings.trueskill import Rating, ordinal

MATCHES = 30
WIDTH, HEIGHT, MARGIN = 100.0, 24.0, 2.0
KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True)
class Trend:
    """The ratings after the last rated matches, at most `MATCHES`; the first is that
    before them."""

    ratings: tuple[float, ...]

    @property
    def matches(self) -> int:
        """Over how many matches it goes."""
        return len(self.ratings) - 1

    @property
    def moved(self) -> float:
        """How far the rating has come in these matches."""
        return self.ratings[-1] - self.ratings[0]

    @property
    def line(self) -> str:
        """The points of an SVG polyline in a box of `WIDTH` by `HEIGHT`, low ratings below."""
        least, most = min(self.ratings), max(self.ratings)
        tall = (HEIGHT - 2 * MARGIN) / (most - least) if most > least else 0.0
        step = WIDTH / max(self.matches, 1)
        middle = 0.0 if tall else (HEIGHT - 2 * MARGIN) / 2
        return " ".join(
            f"{place * step:.1f},{HEIGHT - MARGIN - middle - (rating - least) * tall:.1f}"
            for place, rating in enumerate(self.ratings)
        )


def trends(ladder: Ladder, entries: Iterable[Entry]) -> dict[int, Trend]:
    """The trends of these entries of one ladder by their keys; none for those without a match.

    One query for those that have played since somebody last looked; the others are remembered.
    """
    keys = {_key(ladder, entry): entry.pk for entry in entries if entry.matches}
    known: dict[str, Trend] = cache.get_many(keys)
    missing = {pk: key for key, pk in keys.items() if key not in known}
    read = _read(ladder, list(missing)) if missing else {}
    if read:
        cache.set_many({missing[pk]: trend for pk, trend in read.items()}, KEPT_SECONDS)
    return {keys[key]: trend for key, trend in known.items()} | read


def _key(ladder: Ladder, entry: Entry) -> str:
    return f"trend:{ladder.epoch}:{entry.pk}:{entry.matches}"


def _read(ladder: Ladder, entries: Sequence[int]) -> dict[int, Trend]:
    newest = Window(RowNumber(), partition_by=[F("entry")], order_by="-serial")
    changes = RatingChange.objects.filter(entry__in=entries, epoch=ladder.epoch)
    moves: dict[int, list[RatingChange]] = {}
    for change in changes.annotate(place=newest).filter(place__lte=MATCHES).order_by("serial"):
        moves.setdefault(change.entry_id, []).append(change)
    return {entry: Trend(_ratings(found)) for entry, found in moves.items()}


def _ratings(moves: Sequence[RatingChange]) -> tuple[float, ...]:
    first = ordinal(Rating(moves[0].mu_before, moves[0].sigma_before))
    return (first, *(ordinal(Rating(move.mu_after, move.sigma_after)) for move in moves))
