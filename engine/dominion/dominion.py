"""Dominion as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from engine.dominion import knowledge, position, scoring, setup, view
from engine.dominion.state import State
from engine.game import JsonObject
from engine.state_game import StateGame

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
    "amount": "how many",
    "pass": "which card to pass on",
}


class Dominion(StateGame[State]):
    """A game of Dominion."""

    __slots__ = ()
    name = "dominion"
    engine = RULES
    build = staticmethod(position.build)
    restore = staticmethod(knowledge.resume)

    @staticmethod
    def recorded(config: JsonObject, state: State) -> JsonObject:
        return setup.config_for_record(config, state.table)

    @staticmethod
    def seats_of(state: State) -> int:
        return state.table.seats

    @staticmethod
    def deal(seats: int, seed: int, config: JsonObject, *, log: bool) -> State:
        state = setup.deal(seats, seed, config, log=log)
        state.run()
        return state

    @property
    def scores(self) -> list[int]:
        return [scoring.points(player) for player in self.state.players]

    def view(self, seat: int | None) -> JsonObject:
        return view.view(self.state, self.viewer(seat))

    def events(self, seat: int | None, since: int = 0) -> list[JsonObject]:
        return view.events(self.log_kept(), self.viewer(seat), since, self.seats)

    def knowledge(self, seat: int) -> JsonObject:
        known = knowledge.knowledge(self.state, self.own_seat(seat))
        return {"game": self.name, "engine": self.engine, **known}

    def imagine(self, seat: int, seed: int) -> Dominion:
        return Dominion(knowledge.imagine(self.state, self.own_seat(seat), seed), None)

    def position(self) -> JsonObject:
        """Return a quiet state as arguments of `position`; BadConfig while a card resolves."""
        return position.describe(self.state)
