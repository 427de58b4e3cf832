"""A position as text; `asText` of kingdomino.js agrees."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from website.games.contract import Position, PositionRow, Say
from website.games.kingdomino.texts import land


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
    texts = []
    for domino in row:
        halves = ", ".join(f"{land(terrain)}{'+' * crowns}" for terrain, crowns in domino["halves"])
        king = "" if domino["king"] is None else f" ({names[domino['king']]})"
        texts.append(f"{domino['number']} {halves}{king}")
    return "; ".join(texts) or say("nothing")
