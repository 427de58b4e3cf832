"""Rating intervals: as bars of a table, and the ranks that they leave possible."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

from django.core.cache import cache
from django.db.models import Count, Sum

from arena.models import Ladder
from arena.ratings.trueskill import Rating, interval, ordinal

BAR_WIDTH = 100.0
BAR_MARGIN = 0.02  # keeps the outermost marks visible


@dataclass(frozen=True)
class Span:
    """Positions on a bar from 0 to `BAR_WIDTH`: rating, interval ends, mu."""

    floor: float
    low: float
    mean: float
    high: float


class Scale:
    """A common scale for all bars of a table."""

    def __init__(self, skills: Iterable[Rating]) -> None:
        marks = [mark for skill in skills for mark in _marks(skill)]
        least, most = min(marks, default=0.0), max(marks, default=1.0)
        margin = BAR_MARGIN * (most - least)
        self.least, self.most = least - margin, most + margin

    def span(self, skill: Rating) -> Span:
        return Span(*map(self._place, _marks(skill)))

    def _place(self, value: float) -> float:
        reach = self.most - self.least
        return round(BAR_WIDTH * (value - self.least) / reach, 2) if reach > 0 else BAR_WIDTH / 2


def _marks(skill: Rating) -> tuple[float, float, float, float]:
    low, high = interval(skill)
    return ordinal(skill), low, skill.mu, high


KEPT_SECONDS = 60 * 60


class RankRange(NamedTuple):
    best: int
    worst: int


@dataclass(frozen=True)
class RankRanges:
    """The interval ends of a ranking, ascending."""

    lows: "array[float]"
    highs: "array[float]"

    @classmethod
    def among(cls, skills: Iterable[Rating]) -> Self:
        ends = [interval(skill) for skill in skills]
        lows, highs = (sorted(side) for side in zip(*ends, strict=True)) if ends else ([], [])
        return cls(array("d", lows), array("d", highs))

    def of(self, reach: tuple[float, float]) -> RankRange:
        """Return the ranks below all intervals wholly above and above all wholly below."""
        low, high = reach
        above = len(self.lows) - bisect_right(self.lows, high)
        below = bisect_left(self.highs, low)
        return RankRange(1 + above, len(self.highs) - below)


def rank_ranges(ladder: Ladder) -> RankRanges:
    """Return possible ranks, in one query or, after a change, two.

    Ranked bots are never idle, so stored ratings are the present ones.
    """
    ranking = ladder.entries.in_ranking(ladder)
    sums = ranking.aggregate(Count("pk"), Sum("mu"), Sum("sigma"))
    made_of = (ladder.pk, ladder.rating_run, ladder.fit_id, ladder.recorded, *sums.values())
    key = "rank_ranges:" + ":".join(map(repr, made_of))
    ranges: RankRanges | None = cache.get(key)
    if ranges is None:
        skills = ranking.order_by().values_list("mu", "sigma")
        ranges = RankRanges.among(Rating(*skill) for skill in skills)
        cache.set(key, ranges, KEPT_SECONDS)
    return ranges
