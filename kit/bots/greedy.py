"""Greedy: takes the domino, and the place for it, that add the most points at once."""

from typing import Any

from engine.kingdomino.dominoes import DOMINOES, Domino
from engine.kingdomino.kingdom import Kingdom

wants = ["state"]  # what `imagine` needs; the view is not looked at


def decide(request: Any) -> int:
    """Answer with `request.pick(option)`: a bare number would be an index into the options."""
    table = request.imagine(0).state  # what lies open, as the engine holds it
    kingdom = table.kingdoms[request.seat]
    if request.kind == "place":
        domino = DOMINOES[table.domino]
        places = kingdom.places(domino)
        best = max(places, key=lambda where: kingdom.place(domino, where).points)
    else:
        best = max(request.options, key=lambda number: points(kingdom, DOMINOES[number]))
    found: int = request.pick(best)
    return found


def points(kingdom: Kingdom, domino: Domino) -> int:
    """What the kingdom is worth with this domino in its best place; -1 where it has none."""
    laid = (kingdom.place(domino, where).points for where in kingdom.places(domino))
    return max(laid, default=-1)
