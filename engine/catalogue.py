"""The games by name. A new game is one folder and one line here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from engine.game import BadConfig, Game, GameInfo, JsonObject

FOLDERS = {
    "dominion": "engine.dominion",
    "kingdomino": "engine.kingdomino",
}


@cache
def info(name: str) -> GameInfo:
    """What is known of one game; BadConfig for a name that is not in the catalogue."""
    if name not in FOLDERS:
        raise BadConfig(f"unknown game {name!r}; the games are: {', '.join(FOLDERS)}")
    found: GameInfo = import_module(FOLDERS[name]).GAME
    return found


def games() -> dict[str, GameInfo]:
    """Every game: name -> description, seats allowed, config schema with defaults and variants."""
    return {name: info(name) for name in FOLDERS}


def new(
    name: str, *, seats: int, seed: int, config: JsonObject | None = None, log: bool = True
) -> Game:
    """Start a game. BadConfig names what is wrong with the game, its seats or its configuration."""
    found = info(str(name))
    if type(seats) is not int or seats not in found.seats:
        allowed = ", ".join(map(str, found.seats))
        raise BadConfig(f"{found.title} is for {allowed} seats, not {seats!r}")
    if type(seed) is not int:
        raise BadConfig(f"a seed is a whole number, not {seed!r}")
    if not isinstance(config, dict | None):
        raise BadConfig(f"a configuration is an object of options, not {config!r}")
    unknown = [name for name in config or {} if name not in found.config]
    if unknown:
        known = ", ".join(found.config)
        raise BadConfig(f"unknown option {unknown[0]!r}; {found.title} knows: {known}")
    return found.new(seats=seats, seed=seed, config=config or {}, log=log)


def resume(knowledge: JsonObject, seed: int) -> Game:
    """A game dealt from what a seat knows (`Game.knowledge`), without log.

    BadConfig where the data is no knowledge of a game known here.
    """
    try:
        name = str(knowledge["game"])
    except (KeyError, TypeError):
        raise BadConfig("knowledge is an object with its `game`, as Game.knowledge makes") from None
    return info(name).resume(knowledge, seed)


def tell(name: str, event: JsonObject, names: Sequence[str]) -> str:
    """One event of a game's log as an English sentence; `names` are the players' by seat."""
    return info(name).tell(event, names)
