"""Kingdomino as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import JsonObject
from engine.kingdomino import knowledge, position, setup, view
from engine.kingdomino.state import State
from engine.state_game import StateGame

RULES = "kingdomino-1"
KINDS: Mapping[str, str] = {
    "place": "where the domino goes: [x, y, dx, dy], or null to put it away",
    "pick": "on which free domino of the row the king goes",
}


class Kingdomino(StateGame[State]):
    """A game of Kingdomino, or the three of a Dynasty."""

    __slots__ = ()
    name = "kingdomino"
    engine = RULES
    deal = staticmethod(setup.deal)
    build = staticmethod(position.build)
    restore = staticmethod(knowledge.resume)

    @staticmethod
    def seats_of(state: State) -> int:
        return state.table.seats

    @property
    def scores(self) -> list[int]:
        return self.state.scores

    def view(self, seat: int | None) -> JsonObject:
        return view.view(self.state, self.viewer(seat))

    def events(self, seat: int | None, since: int = 0) -> list[JsonObject]:
        self.viewer(seat)
        return view.events(self.log_kept(), since)

    def knowledge(self, seat: int) -> JsonObject:
        known = knowledge.knowledge(self.state, self.own_seat(seat))
        return {"game": self.name, "engine": self.engine, **known}

    def imagine(self, seat: int, seed: int) -> Kingdomino:
        self.own_seat(seat)
        return Kingdomino(knowledge.imagine(self.state, seed), None)

    def position(self) -> JsonObject:
        """Return the state as arguments of `position`."""
        return position.describe(self.state)
