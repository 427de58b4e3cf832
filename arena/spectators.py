"""What everybody may see of a running game: nothing but what every seat of it sees.

A deal is played more than once, with the seats rotated: what one seat alone knows stays with it.
"""

from collections.abc import Sequence
from typing import Any

from engine.game import Game, JsonObject, public_event


def public_view(game: Game) -> JsonObject:
    """The position in the shape of `game.view`, with null where not all seats see the same."""
    shown: JsonObject = common([game.view(seat) for seat in range(game.seats)])
    return shown


def public_events(game: Game) -> list[JsonObject]:
    """The log; cards that not every seat saw are counts."""
    return [public_event(event) for event in game.events(None)]


def common(values: Sequence[Any]) -> Any:
    """What these have in common: equal values, the keys that all have, lists place by place."""
    first = values[0]
    if all(value == first for value in values[1:]):
        return first
    if all(isinstance(value, dict) for value in values):
        shared = [key for key in first if all(key in value for value in values)]
        return {key: common([value[key] for value in values]) for key in shared}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [common(places) for places in zip(*values, strict=True)]
    return None
