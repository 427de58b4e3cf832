"""Where a rating's interval stands on the bar that is drawn for it. Numbers only."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.ratings import trueskill as rating

WIDTH = 100.0
MARGIN = 0.02  # so that the outermost marks are not cut off


@dataclass(frozen=True)
class Span:
    """The places of one rating on a bar from 0 to `WIDTH`: what orders the board, the ends of the
    interval, mu."""

    floor: float
    low: float
    mean: float
    high: float


class Scale:
    """One common scale for all bars of a table, from the lowest end to the highest."""

    def __init__(self, skills: Iterable[rating.Rating]) -> None:
        marks = [mark for skill in skills for mark in _marks(skill)]
        least, most = min(marks, default=0.0), max(marks, default=1.0)
        margin = MARGIN * (most - least)
        self.least, self.most = least - margin, most + margin

    def span(self, skill: rating.Rating) -> Span:
        """Return that rating's places on this scale."""
        return Span(*map(self._place, _marks(skill)))

    def _place(self, value: float) -> float:
        reach = self.most - self.least
        return round(WIDTH * (value - self.least) / reach, 2) if reach > 0 else WIDTH / 2


def _marks(skill: rating.Rating) -> tuple[float, float, float, float]:
    low, high = rating.interval(skill)
    return rating.ordinal(skill), low, skill.mu, high
