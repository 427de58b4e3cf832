"""A bot to begin with: it takes the most crowns, and lays them where its kingdom scores most.

Try it:  ./kingsbench play this_file.py greedy --game kingdomino
The guide is docs/bot-authors.md. Whatever you print is in your log.
"""

from typing import Any

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom

config: dict[str, Any] = {}


def start(setup: Any) -> None:
    """Called once before each game, with what is played."""
    config.update(setup.config)
    print(f"{setup.game}, seat {setup.seat} of {setup.seats}, {setup.config}")


def decide(request: Any) -> Any:
    """Called for every decision; return an index into `request.options`, or a list with one."""
    if request.kind == "pick":
        return pick(request)
    if request.kind == "place":
        return place(request)
    return request.default  # a legal answer to anything: the first option


def pick(request: Any) -> int:
    """The options are numbers of dominoes, the lowest first. Of equals the lowest: who stands on it
    has the first turn of the next round."""
    best = max(request.options, key=crowns)
    index: int = request.pick(best)  # a bare number would be taken for an index
    return index


def crowns(number: int) -> int:
    """All crowns on a domino."""
    domino = DOMINOES[number]
    return domino.left_crowns + domino.right_crowns


def place(request: Any) -> int:
    """The options are places [x, y, dx, dy], seen from your castle at 0, 0: the left half goes to
    x, y and the right half to x + dx, y + dy. The last may be null: put the domino away."""
    mine = request.view["seats"][request.seat]
    size = 7 if "mighty_duel" in config.get("variants", []) else 5
    kingdom = Kingdom.of(size, mine["tiles"])  # each [x, y, terrain, crowns]
    domino = DOMINOES[mine["domino"]]
    places = kingdom.places(domino)
    best = max(places, key=lambda where: kingdom.place(domino, where).points)
    index: int = request.pick(best)
    return index
