"""Statistical features of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from engine import dominion
from engine.dominion import setup
from engine.game import BadConfig

CARD, VARIANT = "card", "variant"


class MatchFeatures(NamedTuple):
    """`by` is CARD or VARIANT, `keys` its values, `supply` all piles; `is_drawn`: by the seed."""

    by: str = ""
    keys: tuple[str, ...] = ()
    supply: tuple[str, ...] = ()
    is_drawn: bool = False


NONE = MatchFeatures()


def match_features(
    *, game: str, seats: int, seed: int, config: Mapping[str, Any], rules: str
) -> MatchFeatures:
    """Return features; none if these rules cannot tell."""
    read = READERS.get(game)
    return read(seats, seed, dict(config), rules) if read else NONE


def gains(game: str, events: Sequence[Mapping[str, Any]], seats: int) -> list[Counter[str]]:
    """Count gained cards by seat."""
    gained: list[Counter[str]] = [Counter() for _ in range(seats)]
    if game == dominion.GAME.name:
        for event in events:
            if event["type"] == "gain" and event.get("seat") is not None:
                gained[event["seat"]].update(event["cards"])
    return gained


def _kingdom(seats: int, seed: int, config: dict[str, Any], rules: str) -> MatchFeatures:
    """Draw a random kingdom by seed, if by the same rules; others are fixed."""
    try:
        if config.get("kingdom") == "random":
            drawn = rules == dominion.GAME.engine
            return _features_of(seats, seed, config)._replace(is_drawn=True) if drawn else NONE
        return _fixed_features(seats, msgspec.json.encode(config, order="sorted"))
    except BadConfig:
        return NONE


@lru_cache(maxsize=64)
def _fixed_features(seats: int, config: bytes) -> MatchFeatures:
    return _features_of(seats, 0, msgspec.json.decode(config))


def _features_of(seats: int, seed: int, config: dict[str, Any]) -> MatchFeatures:
    table = setup.table(seats, seed, config)
    kingdom = tuple(card.name for card in table.kingdom)
    return MatchFeatures(CARD, kingdom, tuple(card.name for card in table.piles))


def _variants(_seats: int, _seed: int, config: dict[str, Any], _rules: str) -> MatchFeatures:
    return MatchFeatures(VARIANT, tuple(config.get("variants", ())))


READERS: dict[str, Callable[[int, int, dict[str, Any], str], MatchFeatures]] = {
    "dominion": _kingdom,
    "kingdomino": _variants,
}
