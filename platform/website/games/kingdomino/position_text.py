"""A position as text; `asText` of kingdomino.js agrees."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from website.games.contract import Position, PositionRow
from website.games.kingdomino.texts import land
from website.games.sentences import Say


def rows(say: Say, position: Position, names: Sequence[str]) -> Iterator[PositionRow]:
    """Yield the bag, both rows, every kingdom."""
    yield PositionRow(
        say("text_round", n=position["round"], name=names[position["current"]]),
        say("bag", n=position["bag_size"]),
    )
    yield PositionRow(say("row"), _row(say, position["row"], names))
    yield PositionRow(say("next_row"), _row(say, position["next_row"], names))
    for name, seat in zip(names, position["seats"], strict=True):
        tiles = [
            f"{x},{y} {land(terrain)}{'+' * crowns}" for x, y, terrain, crowns in seat["tiles"]
        ]
        kingdom = "; ".join(tiles) or say("castle_alone")
        yield PositionRow(name, f"{say('text_score', score=seat['score'])}. {kingdom}")


def _row(say: Say, row: Iterable[dict[str, Any]], names: Sequence[str]) -> str:
    return "; ".join(_domino(one, names) for one in row) or say("nothing")


def _domino(one: dict[str, Any], names: Sequence[str]) -> str:
    halves = ", ".join(f"{land(terrain)}{'+' * crowns}" for terrain, crowns in one["halves"])
    king = "" if one["king"] is None else f" ({names[one['king']]})"
    return f"{one['number']} {halves}{king}"
