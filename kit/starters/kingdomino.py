"""A first bot: it takes most crowns and places them to score most.

Try it: ./kingsbench play this_file.py greedy --game kingdomino

Guide: docs/bot-authors.md. Your log has what you print.
"""

from typing import Any

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom

config: dict[str, Any] = {}


def start(setup: Any) -> None:
    """Called before each game."""
    config.update(setup.config)
    print(f"{setup.game}, seat {setup.seat} of {setup.seats}, {setup.config}")


def decide(request: Any) -> Any:
    """Called for every decision; return an index, or a list with one."""
    if request.kind == "pick":
        return pick(request)
    if request.kind == "place":
        return place(request)
    return request.default  # always legal: the first option


def pick(request: Any) -> int:
    """Options are domino numbers; the lowest plays first next round."""
    best = max(request.options, key=crowns)
    index: int = request.pick(best)  # a bare number would be an index
    return index


def crowns(number: int) -> int:
    domino = DOMINOES[number]
    return domino.left_crowns + domino.right_crowns


def place(request: Any) -> int:
    """Options are [x, y, dx, dy]: left half at x, y, right half at x + dx, y + dy.

    Your castle is at 0, 0; a last null discards.
    """
    mine = request.view["seats"][request.seat]
    size = 7 if "mighty_duel" in config.get("variants", []) else 5
    kingdom = Kingdom.of(size, mine["tiles"])  # each [x, y, terrain, crowns]
    domino = DOMINOES[mine["domino"]]
    places = kingdom.places(domino)
    best = max(places, key=lambda where: kingdom.place(domino, where).points)
    index: int = request.pick(best)
    return index
