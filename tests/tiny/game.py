"""The rules: in turn every seat takes 1, 2 or 3 from a pot; the most at the end wins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.game import BadConfig, Decision, JsonObject, Outcome, Picks, rank
from engine.state_game import StateGame

RULES = "tiny-1"
MOST = 3
OVER = "the pot is empty"


@dataclass(eq=False)
class State:
    """`taken` by seat; nothing is hidden but the seed."""

    seed: int
    pot: int
    taken: list[int]
    turn: int = 1
    current: int = 0
    outcome: Outcome | None = None
    log: list[JsonObject] | None = field(default_factory=list)

    @property
    def decision(self) -> Decision | None:
        if self.outcome:
            return None
        return Decision(self.current, "take", tuple(range(1, min(MOST, self.pot) + 1)))

    def begin_turn(self) -> None:
        """Start the seat's turn; if 1 is left, take it without asking."""
        self.tell("turn", seat=self.current, turn=self.turn)
        if self.pot == 1:
            self.answer((0,))

    def answer(self, picks: Picks) -> None:
        """Take, and let the next seat have its turn."""
        amount = picks[0] + 1
        self.pot -= amount
        self.taken[self.current] += amount
        self.tell("take", seat=self.current, amount=amount)
        if not self.pot:
            self.outcome = Outcome(self.taken[:], rank(self.taken), OVER)
            self.tell("end", seat=None, scores=self.taken[:], reason=OVER)
            return
        self.current = (self.current + 1) % len(self.taken)
        self.turn += not self.current
        self.begin_turn()

    def tell(self, kind: str, **rest: Any) -> None:
        """Add an event to the log."""
        if self.log is not None:
            self.log.append({"type": kind, **rest})

    def copy(self) -> State:
        log = None if self.log is None else self.log[:]
        return State(self.seed, self.pot, self.taken[:], self.turn, self.current, self.outcome, log)

    def position(self) -> JsonObject:
        """`view(None)`, which is every view."""
        return {
            "turn": self.turn,
            "current": self.current,
            "pot": self.pot,
            "seats": [{"taken": one} for one in self.taken],
        }

    def _key(self) -> tuple[Any, ...]:
        return self.pot, *self.taken, self.turn, self.current

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def deal(seats: int, seed: int, config: JsonObject, *, log: bool) -> State:
    """The state at the first question."""
    pot = config.get("pot", 9)
    if type(pot) is not int or not MOST <= pot <= 99:
        raise BadConfig(f"pot is a whole number from {MOST} to 99, not {pot!r}")
    state = State(seed, pot, [0] * seats, log=[] if log else None)
    state.begin_turn()
    return state


def restore(data: JsonObject, seed: int) -> State:
    """The state of knowledge, which is complete."""
    taken = [seat["taken"] for seat in data["seats"]]
    return State(seed, data["pot"], taken, data["turn"], data["current"], log=None)


class Tiny(StateGame[State]):
    """A game of it."""

    __slots__ = ()
    name = "tiny"
    engine = RULES
    deal = staticmethod(deal)
    build = staticmethod(deal)
    restore = staticmethod(restore)

    @staticmethod
    def seats_of(state: State) -> int:
        return len(state.taken)

    @property
    def scores(self) -> list[int]:
        return self.state.taken[:]

    def view(self, seat: int | None) -> JsonObject:
        self.viewer(seat)
        return self.state.position()

    def events(self, seat: int | None, since: int = 0) -> list[JsonObject]:
        self.viewer(seat)
        return [dict(event) for event in self.log_kept()[since:]]

    def knowledge(self, seat: int) -> JsonObject:
        return {"game": self.name, "engine": self.engine, **self.view(self.own_seat(seat))}

    def imagine(self, seat: int, seed: int) -> Tiny:
        return Tiny(restore(self.knowledge(seat), seed), None)
