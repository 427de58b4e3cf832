"""What everybody may see of a running game: nothing but what every seat of it sees.

A deal is played more than once, with the seats rotated: what one seat alone knows stays with it.
"""

from collections.abc import Sequence
from typing import Any

from engine.game import Game, JsonObject


def public_view(game: Game) -> JsonObject:
    """The position in the shape of `game.view`, with null where not all seats see the same."""
    shown: JsonObject = intersect_views([game.view(seat) for seat in range(game.seats)])
    return shown


def public_events(game: Game) -> list[JsonObject]:
    """The log; cards that not every seat saw are counts."""
    tellings = zip(*(game.events(seat) for seat in range(game.seats)), strict=True)
    return [_public(telling) for telling in tellings]


def _public(telling: Sequence[JsonObject]) -> JsonObject:
    """One event as its least knowing witness has it, if that; all count the cards alike."""
    event: JsonObject = intersect_views(telling)
    counts = [one["count"] for one in telling if "count" in one]
    return event | {"count": counts[0]} if counts else event


def intersect_views(values: Sequence[Any]) -> Any:
    """What these have in common: equal values, the keys that all have, lists place by place."""
    first = values[0]
    if all(value == first for value in values[1:]):
        return first
    if all(isinstance(value, dict) for value in values):
        shared = [key for key in first if all(key in value for value in values)]
        return {key: intersect_views([value[key] for value in values]) for key in shared}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [intersect_views(places) for places in zip(*values, strict=True)]
    return None
