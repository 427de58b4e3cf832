"""What the pages of bots draw: how matches ended as a bar, and differences of shares."""

from typing import NamedTuple

from django import template

from arena.models.statistics import Score

register = template.Library()


class Stretch(NamedTuple):
    """A stretch of a bar of 100: what it stands for, where it begins, how long it is."""

    name: str
    start: float
    length: float


@register.filter
def stretches(score: Score) -> list[Stretch]:
    """Won, drawn and lost as parts of a bar; those that are nothing are left out."""
    parts, start = [], 0.0
    for name, count in (("won", score.wins), ("drawn", score.draws), ("lost", score.losses)):
        length = round(100 * count / max(score.played, 1), 2)
        if count:
            parts.append(Stretch(name, round(start, 2), length))
        start += length
    return parts


@register.filter
def points_of_percent(difference: float) -> str:
    """A difference of two shares in points of per cent, with its sign and a real minus."""
    points = round(100 * difference)
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"
