"""What the games of a match were played with, for statistics: the cards of a kingdom, the variants,
and what was gained. A game that is not named here has no such statistics."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from engine import dominion
from engine.dominion import setup
from engine.game import BadConfig

CARD, VARIANT = "card", "variant"


class MatchFeatures(NamedTuple):
    """By what a match can be told from others on its ladder: `by` is CARD or VARIANT, `keys` those
    that it has. `supply` are the names of all piles."""

    by: str = ""
    keys: tuple[str, ...] = ()
    supply: tuple[str, ...] = ()


class Event(msgspec.Struct):
    """Of a stored event what is needed here; the rest is passed over, and so are the cards of all
    events but the few that count."""

    type: str = ""
    seat: int | None = None
    cards: msgspec.Raw = msgspec.Raw(b"[]")


EVENTS = msgspec.json.Decoder(list[Event])
CARDS = msgspec.json.Decoder(list[str])
NONE = MatchFeatures()


def match_features(
    *, game: str, seats: int, seed: int, config: Mapping[str, Any], rules: str
) -> MatchFeatures:
    """Those of a match that was played by these rules; none where they cannot be told any more."""
    read = READERS.get(game)
    return read(seats, seed, dict(config), rules) if read else NONE


def gains(game: str, packed_events: bytes, seats: int) -> list[Counter[str]]:
    """How many of each card every seat gained in a finished game, from its stored events; nothing
    in a game without cards."""
    found: list[Counter[str]] = [Counter() for _ in range(seats)]
    if game == dominion.GAME.name:
        for event in EVENTS.decode(gzip.decompress(packed_events)):
            if event.type == "gain" and event.seat is not None:
                found[event.seat].update(CARDS.decode(event.cards))
    return found


def _kingdom(seats: int, seed: int, config: dict[str, Any], rules: str) -> MatchFeatures:
    """A random kingdom is drawn by the match's seed, by other rules another one; any other kingdom
    is the same for every seed."""
    try:
        if config.get("kingdom") == "random":
            return _laid(seats, seed, config) if rules == dominion.GAME.engine else NONE
        return _fixed(seats, msgspec.json.encode(config, order="sorted"))
    except BadConfig:
        return NONE


@lru_cache(maxsize=64)
def _fixed(seats: int, config: bytes) -> MatchFeatures:
    return _laid(seats, 0, msgspec.json.decode(config))


def _laid(seats: int, seed: int, config: dict[str, Any]) -> MatchFeatures:
    table = setup.table(seats, seed, config)
    kingdom = tuple(card.name for card in table.kingdom)
    return MatchFeatures(CARD, kingdom, tuple(card.name for card in table.piles))


def _variants(_seats: int, _seed: int, config: dict[str, Any], _rules: str) -> MatchFeatures:
    return MatchFeatures(VARIANT, tuple(config.get("variants", ())))


READERS: dict[str, Callable[[int, int, dict[str, Any], str], MatchFeatures]] = {
    "dominion": _kingdom,
    "kingdomino": _variants,
}
