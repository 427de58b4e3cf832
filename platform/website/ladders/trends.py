"""Sparklines of ratings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from arena.models import Entry, Ladder, RatingChange
from arena.ratings.trueskill import Rating, ordinal
from website.ladders.replaced_versions import without_late

MATCHES = 30
WIDTH, HEIGHT, MARGIN = 100.0, 24.0, 2.0
KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True)
class Trend:
    """Ratings before, between and after matches, ending at the present one."""

    ratings: tuple[float, ...]

    @property
    def matches(self) -> int:
        return len(self.ratings) - 1

    @property
    def moved(self) -> float:
        return self.ratings[-1] - self.ratings[0]

    @property
    def line(self) -> str:
        """Return an SVG polyline's points."""
        least, most = min(self.ratings), max(self.ratings)
        tall = (HEIGHT - 2 * MARGIN) / (most - least) if most > least else 0.0
        step = WIDTH / max(self.matches, 1)
        middle = 0.0 if tall else (HEIGHT - 2 * MARGIN) / 2
        return " ".join(
            f"{place * step:.1f},{HEIGHT - MARGIN - middle - (rating - least) * tall:.1f}"
            for place, rating in enumerate(self.ratings)
        )


class Moved(NamedTuple):
    entry: int
    version: int
    match: int
    before: Rating
    after: Rating


FIELDS = (
    "entry", "seat__version", "seat__match",
    "mu_before", "sigma_before", "mu_after", "sigma_after",
)  # fmt: skip


def trends(ladder: Ladder, entries: Iterable[Entry]) -> dict[int, Trend]:
    """Return trends by entry id, cached; none without matches."""
    keys = {_key(ladder, entry): entry for entry in entries if entry.matches}
    known: dict[str, Trend] = cache.get_many(keys)
    missing = {key: entry for key, entry in keys.items() if key not in known}
    read = _read(ladder, missing) if missing else {}
    if read:
        cache.set_many(read, KEPT_SECONDS)
    return {keys[key].pk: trend for key, trend in (known | read).items()}


def _key(ladder: Ladder, entry: Entry) -> str:
    return f"trend:{ladder.rating_run}:{entry.pk}:{entry.matches}:{entry.mu!r}:{entry.sigma!r}"


def _read(ladder: Ladder, entries: Mapping[str, Entry]) -> dict[str, Trend]:
    wanted = [entry.pk for entry in entries.values()]
    newest = Window(RowNumber(), partition_by=[F("entry")], order_by="-serial")
    changes = RatingChange.objects.filter(entry__in=wanted, rating_run=ladder.rating_run)
    latest = changes.annotate(place=newest).filter(place__lte=MATCHES).order_by("serial")
    moves: dict[int, list[Moved]] = {}
    for entry, version, match, *numbers in latest.values_list(*FIELDS):
        moved = Moved(entry, version, match, Rating(*numbers[:2]), Rating(*numbers[2:]))
        moves.setdefault(entry, []).append(moved)
    found = {key: moves.get(entry.pk) for key, entry in entries.items()}
    return {key: _trend(entries[key], moved) for key, moved in found.items() if moved}


def _trend(entry: Entry, moves: Sequence[Moved]) -> Trend:
    """End at the present rating, as a fit may have moved it."""
    played = without_late(moves)
    ratings = [ordinal(move.after) for move in played[:-1]]
    return Trend((ordinal(played[0].before), *ratings, ordinal(entry.skill)))
