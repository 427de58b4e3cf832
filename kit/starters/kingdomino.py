"""A first bot: it takes and places the dominoes that score most, now and later.

Try it: kingsbench play this_file.py greedy --game kingdomino --seed 1

Guide: docs/bots/first-steps.md. Your log has what you print.
"""

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom
from kit.sdk import Request, Setup

CROWN = 0.7  # points that a crown is worth later
HOLE = 4  # points that are lost with a square that no domino can fill
size = [5]  # of a kingdom


def start(setup: Setup) -> None:
    """Called before each game."""
    size[0] = 7 if "mighty_duel" in setup.config.get("variants", []) else 5
    print(f"{setup.game}, seat {setup.seat} of {setup.seats}, {setup.config}")


def decide(request: Request) -> int | list[int]:
    """Called for every decision; returns an index, or a list with one."""
    if request.kind == "pick":
        return pick(request)
    if request.kind == "place":
        return place(request)
    return request.default  # always legal: the first option


def pick(request: Request) -> int:
    # options are domino numbers; the lowest plays first next round
    mine = kingdom(request)
    best = max(request.options, key=lambda number: worth(mine, number))
    return request.pick(best)  # a bare number would be an index


def place(request: Request) -> int:
    # options are [x, y, dx, dy]: left half at x, y, right half at x + dx, y + dy
    # your castle is at 0, 0; a last null discards
    mine, number = kingdom(request), request.view["seats"][request.seat]["domino"]
    places = mine.places(DOMINOES[number])
    best = max(places, key=lambda where: value(mine.place(DOMINOES[number], where)))
    return request.pick(best)


def kingdom(request: Request) -> Kingdom:
    tiles = request.view["seats"][request.seat]["tiles"]  # each [x, y, terrain, crowns]
    return Kingdom.of(size[0], tiles)


def worth(mine: Kingdom, number: int) -> float:
    """With this domino in its best place."""
    domino = DOMINOES[number]
    return max((value(mine.place(domino, where)) for where in mine.places(domino)), default=0)


def value(mine: Kingdom) -> float:
    # a kingdom's squares are bits
    crowns = mine.ones.bit_count() + 2 * mine.twos.bit_count()
    free, row = mine.free, mine.board.width
    fillable = free & (free << 1 | free >> 1 | free << row | free >> row)
    return mine.points + CROWN * crowns - HOLE * (free & ~fillable).bit_count()
