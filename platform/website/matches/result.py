"""Results of games and matches in words; static/js/replay/result.js says games' in the same."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

RESULTS: Mapping[str, Promise] = {
    "won": _("%(winner)s wins %(points)s."),
    "won_by_fault": _("%(winner)s wins %(points)s, because of a fault."),
    "won_tie_break": _("%(winner)s wins %(points)s, ahead of %(second)s by %(tie_break)s."),
    "tie": _("A tie, %(points)s."),
    "shared": _("%(names)s share first place, %(points)s."),
}


class Place(NamedTuple):
    """A competitor's rank and points, as shown."""

    name: str
    rank: int
    points: str


def game_result(places: Sequence[Place], *, tie_break: str, by_fault: bool) -> str:
    """Return who won by how much; `tie_break`: the game's rule for equal points."""
    places = sorted(places, key=lambda place: place.rank)
    first = winners(places)
    if len(first) > 1 or len(places) < 2:
        return _shared_text(places, first)
    winner, second = places[0], places[1]
    words = {
        "winner": winner.name,
        "second": second.name,
        "points": points_of(places),
        "tie_break": tie_break,
    }
    if by_fault:
        return str(RESULTS["won_by_fault"]) % words
    return str(RESULTS["won_tie_break" if winner.points == second.points else "won"]) % words


def match_result(places: Sequence[Place]) -> str:
    """Return who won a match of several games; points are match points."""
    places = sorted(places, key=lambda place: place.rank)
    first = winners(places)
    if len(first) > 1 or len(places) < 2:
        return _shared_text(places, first)
    words = {"winner": places[0].name, "points": points_of(places)}
    return gettext("%(winner)s wins the match %(points)s.") % words


def winners(places: Sequence[Place]) -> list[str]:
    return [place.name for place in places if place.rank == 1]


def _shared_text(places: Sequence[Place], first: Sequence[str]) -> str:
    words = {"names": get_text_list(list(first), gettext("and")), "points": points_of(places)}
    return str(RESULTS["tie" if len(first) == len(places) else "shared"]) % words


def points_of(places: Sequence[Place]) -> str:
    """Return "34 : 27", or "9 · 7 · 5", in this order."""
    return (" : " if len(places) == 2 else " · ").join(place.points for place in places)
