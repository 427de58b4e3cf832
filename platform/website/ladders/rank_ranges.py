"""Possible ranks, by all bots' 95 % intervals."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

from django.core.cache import cache
from django.db.models import Count, Sum

from arena.models import Ladder
from arena.ratings.trueskill import Rating, interval

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
    found: RankRanges | None = cache.get(key)
    if found is None:
        skills = ranking.order_by().values_list("mu", "sigma")
        found = RankRanges.among(Rating(*skill) for skill in skills)
        cache.set(key, found, KEPT_SECONDS)
    return found
