"""Where a rating's interval stands on the bar that is drawn for it. Numbers only."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena import rating

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

    def __init__(self, skills: Sequence[rating.Rating]) -> None:
        least = min((rating.conservative(skill) for skill in skills), default=0.0)
        most = max((rating.interval(skill)[1] for skill in skills), default=1.0)
        margin = MARGIN * (most - least)
        self.least, self.most = least - margin, most + margin

    def span(self, skill: rating.Rating) -> Span:
        """That rating's places on this scale."""
        low, high = rating.interval(skill)
        places = (rating.conservative(skill), low, skill.mu, high)
        return Span(*(self._place(value) for value in places))

    def _place(self, value: float) -> float:
        reach = self.most - self.least
        return round(WIDTH * (value - self.least) / reach, 2) if reach > 0 else WIDTH / 2
