"""Template tags of bot pages."""

from typing import NamedTuple

from django import template

from arena.models.statistics import Score

register = template.Library()


class Stretch(NamedTuple):
    name: str
    start: float
    length: float


@register.filter
def result_bar(score: Score) -> list[Stretch]:
    """Return won, drawn, lost as parts of a bar of 100."""
    parts, start = [], 0.0
    for name, count in (("won", score.wins), ("drawn", score.draws), ("lost", score.losses)):
        length = round(100 * count / max(score.played, 1), 2)
        if count:
            parts.append(Stretch(name, round(start, 2), length))
        start += length
    return parts


@register.filter
def percentage_points(difference: float) -> str:
    """Return a difference in percentage points."""
    points = round(100 * difference)
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"
