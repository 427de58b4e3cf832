"""Dominion as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from engine.dominion import knowledge, position, scoring, setup, view
from engine.dominion.state import State
from engine.game import BadConfig, Decision, Game, IllegalChoice, JsonObject, Outcome, Picks

RULES = "dominion-1"
KINDS: Mapping[str, str] = {
    "play_action": "which Action to play from the hand, if any",
    "play_treasures": "which treasures to play, in this order",
    "buy": "which card to buy, if any",
    "discard": "which cards to discard",
    "trash": "which cards to trash",
    "gain": "which card to gain",
    "put_back": "which cards to put back onto the deck",
    "reveal": "which cards to reveal",
    "set_aside": "which cards to set aside",
    "take": "which cards to take into the hand",
    "order": "in which order cards go back, the first pick on top",
    "react": "which Reaction to reveal, if any",
    "choose": "which of these",
    "confirm": "yes or no",
    "name": "name a card",
}


class Dominion(Game):
    """A game of Dominion: a state, where it began, and the choices since."""

    __slots__ = ("choices", "seats", "start", "state")
    name = "dominion"
    engine = RULES

    def __init__(self, state: State, start: JsonObject | None) -> None:
        self.state = state
        self.start = start
        self.choices: list[Picks] = []
        self.seats = state.table.seats

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def scores(self) -> list[int]:
        return [scoring.points(player) for player in self.state.players]

    def choose(self, picks: Sequence[int]) -> None:
        decision = self.state.decision
        if decision is None:
            raise IllegalChoice("the game is over: there is nothing to choose")
        legal = decision.check(picks)
        self.choices.append(legal)
        self.state.answer(legal)

    def view(self, seat: int | None) -> JsonObject:
        return view.view(self.state, self._seat(seat))

    def events(self, seat: int | None, since: int = 0) -> list[JsonObject]:
        if self.state.log is None:
            raise RuntimeError("this game keeps no log: it was started with log=False or imagined")
        return view.events(self.state.log, self._seat(seat), since)

    def copy(self) -> Dominion:
        new = Dominion.__new__(Dominion)
        new.state = self.state.copy()
        new.start = self.start
        new.choices = self.choices[:]
        new.seats = self.seats
        return new

    def knowledge(self, seat: int) -> JsonObject:
        known = knowledge.knowledge(self.state, self._own_seat(seat))
        return {"game": self.name, "engine": self.engine, **known}

    def imagine(self, seat: int, seed: int) -> Dominion:
        return Dominion(knowledge.imagined(self.state, self._own_seat(seat), seed), None)

    def record(self) -> JsonObject:
        """The whole game as JSON; RuntimeError for an imagined game, whose past is not its own."""
        if self.start is None:
            raise RuntimeError("an imagined game has no record: its past is another game's")
        choices = [list(picks) for picks in self.choices]
        start = deepcopy(self.start)
        return {"game": self.name, "engine": self.engine, **start, "choices": choices}

    def position(self) -> JsonObject:
        """A quiet state as arguments of `position`; BadConfig while a card is half resolved."""
        return position.describe(self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dominion):
            return NotImplemented
        return self.state == other.state and self.choices == other.choices

    def __hash__(self) -> int:
        return hash((self.state, tuple(self.choices)))

    def _seat(self, seat: int | None) -> int | None:
        return None if seat is None else self._own_seat(seat)

    def _own_seat(self, seat: int) -> int:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadConfig(f"there is no seat {seat!r}: the seats are 0 to {self.seats - 1}")
        return seat


def new(*, seats: int, seed: int, config: JsonObject, log: bool) -> Dominion:
    """Start a game (the catalogue's door)."""
    state = setup.deal(seats, seed, config, log=log)
    state.run()
    return Dominion(state, {"config": deepcopy(config), "seats": seats, "seed": seed})


def at_position(**arguments: Any) -> Dominion:
    """A game at a position; the arguments are those of engine.dominion.position.build.

    BadConfig for what is not one of them, or does not fit.
    """
    try:
        state = position.build(**arguments)
    except (TypeError, AttributeError) as error:
        raise BadConfig(f"not a position: {error}") from error
    config = {"position": {key: value for key, value in arguments.items() if key != "seed"}}
    start = {"config": deepcopy(config), "seats": state.table.seats, "seed": state.seed}
    return Dominion(state, start)


def restart(data: JsonObject) -> Dominion:
    """The game of a record before its first choice."""
    config, seed = data["config"], data["seed"]
    if "position" in config:
        game = at_position(**config["position"], seed=seed)
        if game.seats != data["seats"] or len(config) > 1:
            raise BadConfig("the position and what else the record says of the game do not agree")
        return game
    unknown = sorted(set(config) - set(setup.CONFIG))
    if unknown or data["seats"] not in setup.SEATS:
        raise BadConfig(f"no such option or number of seats: {unknown or data['seats']}")
    return new(seats=data["seats"], seed=seed, config=config, log=True)


def resume(data: JsonObject, seed: int) -> Dominion:
    """A game dealt from knowledge; BadConfig for knowledge of other rules."""
    if data.get("engine") != RULES:
        raise BadConfig(f"knowledge of the rules {data.get('engine')!r}; these are {RULES!r}")
    return Dominion(knowledge.resume(data, seed), None)
