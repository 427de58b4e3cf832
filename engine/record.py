"""Config, seed and choices are a whole game: what is stored, sent and replayed."""

from __future__ import annotations

from engine import catalogue
from engine.game import Game, IllegalChoice, JsonObject
from engine.messages import UserError
from engine.messages import gettext_noop as _

KEYS = {"game": str, "engine": str, "config": dict, "seats": int, "seed": int, "choices": list}


class BadRecord(UserError, ValueError):
    """A record that is incomplete, tampered with, or of other rules; the message says which."""


def replay(data: JsonObject) -> Game:
    """Play a record again, to the same events. BadRecord where it does not fit the rules."""
    _check_shape(data)
    game = _restart(data)
    for number, picks in enumerate(data["choices"]):
        _choose(game, number, picks)
    return game


def replay_to(data: JsonObject, event: int) -> Game:
    """Play a record up to its first open decision after that many events. Raises BadRecord."""
    _check_shape(data)
    game = _restart(data)
    last, choices = 0, data["choices"]
    for number in range(len(choices) + 1):
        if game.decision is None:
            break
        last = game.logged
        if last >= event >= 0:
            return game
        if number < len(choices):
            _choose(game, number, choices[number])
    words = _(
        "event %(event)d is out of range: the game can be continued from events 0 to %(last)d"
    )
    raise BadRecord(words, event=event, last=last)


def _choose(game: Game, number: int, picks: object) -> None:
    try:
        game.choose(picks)  # type: ignore[arg-type]  # it refuses what is no list of indices
    except IllegalChoice as error:
        words = _("choice %(number)d of the record is not legal: %(why)s")
        raise BadRecord(words, number=number, why=error.problem) from error


def _check_shape(data: JsonObject) -> None:
    if not isinstance(data, dict):
        raise BadRecord(f"a record is an object with {', '.join(KEYS)}, not {type(data).__name__}")
    for key, kind in KEYS.items():
        if key not in data:
            raise BadRecord(f"the record has no {key!r}")
        if type(data[key]) is not kind:
            raise BadRecord(f"{key!r} of the record is not of type {kind.__name__}: {data[key]!r}")


def _restart(data: JsonObject) -> Game:
    try:
        game = catalogue.info(data["game"])
    except ValueError as error:
        words = _("the game of the record is not known here: %(why)s")
        raise BadRecord(words, why=UserError.of(error)) from error
    if game.engine != data["engine"]:
        words = _(
            "the record was made under rules %(there)r; this version has %(here)r and would play "
            "it differently"
        )
        raise BadRecord(words, there=data["engine"], here=game.engine)
    try:
        return game.restart(data)
    except (ValueError, KeyError, TypeError) as error:
        words = _("the game of the record cannot be set up: %(why)s")
        raise BadRecord(words, why=UserError.of(error)) from error
