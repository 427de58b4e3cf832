"""The log in words: one English sentence an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import JsonObject
from engine.kingdomino.dominoes import DOMINOES


def tell(event: JsonObject, names: Sequence[str]) -> str:
    """One event as a sentence; `names` are the players' by seat."""
    seat = event["seat"]
    return SENTENCES[event["type"]](event, "" if seat is None else names[seat], names)


def domino(number: int) -> str:
    """ "domino 19 (wheat with 1 crown, forest)"."""
    left, right = (_half(str(terrain), int(crowns)) for terrain, crowns in DOMINOES[number].halves)
    return f"domino {number} ({left}, {right})"


def _half(terrain: str, crowns: int) -> str:
    if not crowns:
        return terrain
    return f"{terrain} with {crowns} crown{'s' if crowns > 1 else ''}"


def _row(event: JsonObject, _who: str, _names: Sequence[str]) -> str:
    return f"The next row: {', '.join(map(str, event['numbers']))}."


def _place(event: JsonObject, who: str, _names: Sequence[str]) -> str:
    x, y, dx, dy = event["at"]
    return f"{who} places {domino(event['number'])} at {x}, {y} and {x + dx}, {y + dy}."


def _discard(event: JsonObject, who: str, _names: Sequence[str]) -> str:
    why = "has no place for" if event["forced"] else "does not place"
    return f"{who} {why} {domino(event['number'])}."


def _points(event: JsonObject, names: Sequence[str]) -> str:
    pairs = zip(names, event["scores"], strict=True)
    return ", ".join(f"{name} {points}" for name, points in pairs)


SENTENCES: dict[str, Callable[[JsonObject, str, Sequence[str]], str]] = {
    "leg": lambda event, _, __: f"Game {event['leg']} of the dynasty begins.",
    "row": _row,
    "turn": lambda event, who, _: f"{who}, round {event['turn']}",
    "pick": lambda event, who, _: f"{who} sets a king on {domino(event['number'])}.",
    "place": _place,
    "discard": _discard,
    "score": lambda event, _, names: (
        f"Game {event['leg']} of the dynasty is over. Points so far: {_points(event, names)}."
    ),
    "end": lambda event, _, names: (
        f"The game ends ({event['reason']}). Points: {_points(event, names)}."
    ),
}
