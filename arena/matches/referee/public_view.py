"""A running game as all seats see it: deals repeat with rotated seats."""

from collections.abc import Sequence
from typing import Any

from arena.matches.referee.fault import Fault
from engine.game import Game, JsonObject, public_event


def public_view(game: Game) -> JsonObject:
    """Return `game.view`, null where seats differ."""
    shown: JsonObject = intersect_views([game.view(seat) for seat in range(game.seats)])
    return shown


def public_events(game: Game) -> list[JsonObject]:
    """Return the log; cards that not every seat saw are counts."""
    return [public_event(event) for event in game.events(None)]


def public_fault(fault: Fault) -> JsonObject:
    """Return the fault without its message, which may name hidden cards."""
    return {name: getattr(fault, name) for name in ("game", "entrant", "verdict", "number")}


def intersect_views(values: Sequence[Any]) -> Any:
    """Intersect equal values, shared keys, lists by index."""
    first = values[0]
    if all(value == first for value in values[1:]):
        return first
    if all(isinstance(value, dict) for value in values):
        shared = [key for key in first if all(key in value for value in values)]
        return {key: intersect_views([value[key] for value in values]) for key in shared}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [intersect_views(places) for places in zip(*values, strict=True)]
    return None
