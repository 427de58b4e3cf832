"""Sparklines of ratings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from django.core.cache import cache
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from arena.models import Entry, Ladder, RatingChange
from arena.ratings.trueskill import Rating, ordinal


class Played(Protocol):
    @property
    def version(self) -> int: ...

    @property
    def match(self) -> int: ...


M = TypeVar("M", bound=Played)


def without_late(moves: Iterable[M]) -> list[M]:
    """Drop matches of replaced versions, so that a chart follows the active one.

    A match is late if created before one that the next version has played.
    """
    kept: list[M] = []
    newest = 0
    for move in moves:
        if kept and move.version != kept[-1].version and move.match < newest:
            continue
        newest = max(newest, move.match)
        kept.append(move)
    return kept


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
    keys = {
        f"trend:{ladder.rating_run}:{entry.pk}:{entry.matches}:{entry.mu!r}:{entry.sigma!r}": entry
        for entry in entries
        if entry.matches
    }
    known: dict[str, Trend] = cache.get_many(keys)
    missing = {key: entry for key, entry in keys.items() if key not in known}
    read = _read_trends(ladder, missing) if missing else {}
    if read:
        cache.set_many(read, KEPT_SECONDS)
    return {keys[key].pk: trend for key, trend in (known | read).items()}


def _read_trends(ladder: Ladder, entries: Mapping[str, Entry]) -> dict[str, Trend]:
    """Return the trends of entries with changes, by the entries' keys."""
    wanted = [entry.pk for entry in entries.values()]
    newest = Window(RowNumber(), partition_by=[F("entry")], order_by="-serial")
    changes = RatingChange.objects.filter(entry__in=wanted, rating_run=ladder.rating_run)
    latest = changes.annotate(place=newest).filter(place__lte=MATCHES).order_by("serial")
    moves: dict[int, list[Moved]] = {}
    for entry, version, match, *numbers in latest.values_list(*FIELDS):
        moved = Moved(entry, version, match, Rating(*numbers[:2]), Rating(*numbers[2:]))
        moves.setdefault(entry, []).append(moved)
    trends = {}
    for key, entry in entries.items():
        if entry.pk in moves:
            played = without_late(moves[entry.pk])
            ratings = [ordinal(move.after) for move in played[:-1]]
            # The last is the present rating, as a fit may have moved it.
            trends[key] = Trend((ordinal(played[0].before), *ratings, ordinal(entry.skill)))
    return trends
