"""The games by name. A new game is one folder and one line here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from engine.game import UNKNOWN_OPTION, BadConfig, Game, GameInfo, JsonObject
from engine.messages import gettext_noop as _

FOLDERS = {
    "dominion": "engine.dominion",
    "kingdomino": "engine.kingdomino",
}


@cache
def info(name: str) -> GameInfo:
    """Return the game's GameInfo. Raises BadConfig for an unknown name."""
    if name not in FOLDERS:
        words = _("unknown game %(name)r; the games are: %(known)s")
        raise BadConfig(words, name=name, known=", ".join(FOLDERS))
    game: GameInfo = import_module(FOLDERS[name]).GAME
    return game


def games() -> dict[str, GameInfo]:
    """Return every game by name."""
    return {name: info(name) for name in FOLDERS}


def new(
    name: str, *, seats: int, seed: int, config: JsonObject | None = None, log: bool = True
) -> Game:
    """Start a game; BadConfig names what is wrong."""
    game = info(str(name))
    if type(seats) is not int or seats not in game.seats:
        words = _("%(game)s is for %(allowed)s seats, not %(seats)r")
        allowed = ", ".join(map(str, game.seats))
        raise BadConfig(words, game=game.title, allowed=allowed, seats=seats)
    if type(seed) is not int:
        raise BadConfig(_("a seed is a whole number, not %(seed)r"), seed=seed)
    if not isinstance(config, dict | None):
        raise BadConfig(_("a configuration is an object of options, not %(given)r"), given=config)
    unknown = [name for name in config or {} if name not in game.config]
    if unknown:
        known = ", ".join(game.config)
        raise BadConfig(UNKNOWN_OPTION, name=unknown[0], game=game.title, known=known)
    return game.new(seats=seats, seed=seed, config=config or {}, log=log)


def resume(knowledge: JsonObject, seed: int) -> Game:
    """Return a game without log, dealt from `Game.knowledge`, or BadConfig."""
    try:
        name = str(knowledge["game"])
    except (KeyError, TypeError):
        raise BadConfig("knowledge is an object with its `game`, as Game.knowledge makes") from None
    return info(name).resume(knowledge, seed)


def tell(name: str, event: JsonObject, names: Sequence[str], language: str = "en") -> str:
    """One event as a sentence; `names` by seat, languages as in `engine.event_texts.LANGUAGES`."""
    return info(name).tell(event, names, language)


def ending(name: str, reason: str, language: str) -> str:
    """Return the reason of an outcome in that language."""
    return info(name).ending(reason, language)
