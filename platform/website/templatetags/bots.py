"""Template tags of bot pages."""

from typing import NamedTuple

from django import template

from arena.ratings.models.statistics import Score
from website.templatetags.kingsbench import NOTHING, digits

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
def percentage_points(difference: float | None, places: int = 0) -> str:
    """Return a difference in percentage points."""
    points = digits(100 * difference, places) if difference is not None else NOTHING
    is_more = difference is not None and round(100 * difference, places) > 0
    return f"+{points}" if is_more else points
