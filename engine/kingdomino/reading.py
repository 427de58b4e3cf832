"""Parts of a position or of knowledge, read and checked: BadConfig names what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from engine.game import BadConfig
from engine.kingdomino.dominoes import DOMINOES, TERRAINS
from engine.kingdomino.kingdom import Kingdom, Tile
from engine.kingdomino.state import Row

MOST_CROWNS = 3


def kingdom(tiles: Any, size: int, whose: str) -> Kingdom:
    """Read a kingdom of [x, y, terrain, crowns], none of which overlaps or leaves the square."""
    laid = [_tile(tile, whose) for tile in sequence(f"the tiles of {whose}", tiles)]
    try:
        return Kingdom.of(size, laid)
    except ValueError as error:
        raise BadConfig(f"a tile of {whose} cannot lie there: {error}") from error


def _tile(tile: Any, whose: str) -> Tile:
    if not isinstance(tile, list | tuple) or len(tile) != 4:
        raise BadConfig(f"a tile of {whose} is [x, y, terrain, crowns], not {tile!r:.80}")
    x, y, terrain, crowns = tile
    if terrain not in TERRAINS:
        known = ", ".join(TERRAINS)
        raise BadConfig(f"unknown terrain {terrain!r} of {whose}; the terrains are: {known}")
    if {type(x), type(y), type(crowns)} != {int} or not 0 <= crowns <= MOST_CROWNS:
        raise BadConfig(
            f"the tile {tile!r} of {whose} has other than whole numbers x and y and 0 to 3 crowns"
        )
    return x, y, terrain, crowns


def row(name: str, dominoes: Any, seats: int) -> Row:
    """Read a row of numbers, or of {"number", "king"} as in a view; the lowest number first."""
    kings: Row = {}
    for entry in sequence(name, dominoes):
        fields = entry if isinstance(entry, dict) else {"number": entry}
        number, king = domino(name, fields.get("number")), fields.get("king")
        if number in kings:
            raise BadConfig(f"domino {number} is twice in {name}")
        kings[number] = (
            None if king is None else whole(f"the king of domino {number}", king, 0, seats - 1)
        )
    return dict(sorted(kings.items()))


def domino(where: str, number: Any) -> int:
    """Read the number of a domino."""
    return whole(f"a domino of {where}", number, min(DOMINOES), max(DOMINOES))


def by_seat(name: str, numbers: Any, seats: int) -> tuple[int, ...]:
    """Read a whole number for each seat; zeros where there are none."""
    if numbers is None:
        return (0,) * seats
    entries = tuple([whole(f"an entry of {name}", entry, 0) for entry in sequence(name, numbers)])
    if len(entries) != seats:
        raise BadConfig(f"{name} has a number for each of the {seats} seats, not {len(entries)}")
    return entries


def seats(name: str, given: Any, count: int) -> tuple[int, ...]:
    """Some seats, in order."""
    return tuple([whole(f"a seat of {name}", seat, 0, count - 1) for seat in sequence(name, given)])


def sequence(name: str, value: Any) -> Sequence[Any]:
    """Read a list."""
    if not isinstance(value, list | tuple):
        raise BadConfig(f"{name} is a list, not {value!r:.80}")
    return value


def whole(name: str, value: Any, least: float = -inf, most: float = inf) -> int:
    """Read a whole number within bounds."""
    if type(value) is int and least <= value <= most:
        return value
    bounds = (
        "" if least == -inf else f" from {least} on" if most == inf else f" from {least} to {most}"
    )
    raise BadConfig(f"{name} is a whole number{bounds}, not {value!r:.80}")
