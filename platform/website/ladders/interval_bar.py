"""Rating intervals on a bar."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.ratings import trueskill as rating

WIDTH = 100.0
MARGIN = 0.02  # keeps the outermost marks visible


@dataclass(frozen=True)
class Span:
    """Positions on a bar from 0 to `WIDTH`: rating, interval ends, mu."""

    floor: float
    low: float
    mean: float
    high: float


class Scale:
    """A common scale for all bars of a table."""

    def __init__(self, skills: Iterable[rating.Rating]) -> None:
        marks = [mark for skill in skills for mark in _marks(skill)]
        least, most = min(marks, default=0.0), max(marks, default=1.0)
        margin = MARGIN * (most - least)
        self.least, self.most = least - margin, most + margin

    def span(self, skill: rating.Rating) -> Span:
        return Span(*map(self._place, _marks(skill)))

    def _place(self, value: float) -> float:
        reach = self.most - self.least
        return round(WIDTH * (value - self.least) / reach, 2) if reach > 0 else WIDTH / 2


def _marks(skill: rating.Rating) -> tuple[float, float, float, float]:
    low, high = rating.interval(skill)
    return rating.ordinal(skill), low, skill.mu, high
