"""Greedy: the domino and place that add the most points now."""

from typing import Any

from engine.kingdomino.dominoes import DOMINOES, Domino
from engine.kingdomino.kingdom import Kingdom
from kit.sdk import Request

wants = ["state"]  # for `imagine`


def decide(request: Request) -> int:
    """Use `request.pick`: a bare number would be an index."""
    game: Any = request.imagine(0)
    table = game.state  # the engine's state
    kingdom = table.kingdoms[request.seat]
    if request.kind == "place":
        domino = DOMINOES[table.domino]
        places = kingdom.places(domino)
        best = max(places, key=lambda where: kingdom.place(domino, where).points)
    else:
        best = max(request.options, key=lambda number: points(kingdom, DOMINOES[number]))
    return request.pick(best)


def points(kingdom: Kingdom, domino: Domino) -> int:
    """With this domino in its best place; -1: none."""
    laid = (kingdom.place(domino, where).points for where in kingdom.places(domino))
    return max(laid, default=-1)
