"""Where a rating's interval stands on the bar that is drawn for it. Numbers only."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.ratings import trueskill as rating

WIDTH = 100.0
MARGIN = 0.02  # so that the outermost marks are not cut off


@dataclass(frozen=True)
class Span:
    """The places of one rating on a bar from 0 to `WIDTH`: mu - 3 sigma, the interval, mu."""

    floor: float
    low: float
    mean: float
    high: float


class Scale:
    """One common scale for all bars of a table, from the lowest rating to the highest end."""

    def __init__(
        self, skills: Iterable[rating.Rating], reaches: Iterable[tuple[float, float]] = ()
    ) -> None:
        """`reaches` are the intervals of those that have another one than by their sigma."""
        marks = [*reaches]
        for skill in skills:
            low, high = rating.interval(skill)
            marks.append((min(low, rating.ordinal(skill)), high))
        least = min((low for low, _high in marks), default=0.0)
        most = max((high for _low, high in marks), default=1.0)
        margin = MARGIN * (most - least)
        self.least, self.most = least - margin, most + margin

    def span(self, skill: rating.Rating, reach: tuple[float, float] | None = None) -> Span:
        """That rating's places on this scale, with its sigma's interval if no other is given."""
        low, high = reach or rating.interval(skill)
        places = (rating.ordinal(skill), low, skill.mu, high)
        return Span(*(self._place(value) for value in places))

    def _place(self, value: float) -> float:
        reach = self.most - self.least
        return round(WIDTH * (value - self.least) / reach, 2) if reach > 0 else WIDTH / 2
