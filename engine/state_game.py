"""A game made of a state, its start, and the choices since."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from engine import catalogue
from engine.game import BadConfig, Decision, Game, IllegalChoice, JsonObject, Outcome, Picks
from engine.messages import gettext_noop as _


class Playable(Protocol):
    """Interface of a playable state."""

    seed: int
    log: list[Any] | None

    @property
    def decision(self) -> Decision | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def copy(self) -> Self: ...
    def answer(self, picks: Picks) -> None: ...


S = TypeVar("S", bound=Playable)


class StateGame(Game, Generic[S]):
    """A game in progress. `start` begins its record; None if it was imagined."""

    __slots__ = ("choices", "seats", "start", "state")

    def __init__(self, state: S, start: JsonObject | None) -> None:
        self.state = state
        self.start = start
        self.choices: list[Picks] = []
        self.seats = self.seats_of(state)

    # --- what each game says of its state ---------------------------------------------------

    @staticmethod
    @abstractmethod
    def seats_of(state: S) -> int:
        """Return the seat count."""

    @staticmethod
    @abstractmethod
    def deal(seats: int, seed: int, config: JsonObject, *, log: bool) -> S:
        """Return the state at the first question; BadConfig names what is wrong."""

    @staticmethod
    def recorded(config: JsonObject, state: S) -> JsonObject:  # noqa: ARG004  (of games that do)
        """Return the config as records keep it, with what chance or later rules could change."""
        return config

    build: ClassVar[Callable[..., Any]]  # a state at a position; BadConfig names what is wrong

    @staticmethod
    @abstractmethod
    def restore(data: JsonObject, seed: int) -> S:
        """Return a state dealt from knowledge, or BadConfig."""

    # --- the doors into a game --------------------------------------------------------------

    @classmethod
    def new(cls, *, seats: int, seed: int, config: JsonObject, log: bool) -> Self:
        state = cls.deal(seats, seed, config, log=log)
        kept = deepcopy(cls.recorded(config, state))
        return cls(state, {"config": kept, "seats": seats, "seed": seed})

    @classmethod
    def at_position(cls, **arguments: Any) -> Self:
        """Return a game at a position, by the arguments of its `position.build`, or BadConfig."""
        try:
            state = cls.build(**arguments)
        except (TypeError, AttributeError) as error:
            raise BadConfig(f"not a position: {error}") from error
        position = {key: value for key, value in arguments.items() if key != "seed"}
        config = deepcopy({"position": position})
        return cls(state, {"config": config, "seats": cls.seats_of(state), "seed": state.seed})

    @classmethod
    def restart(cls, data: JsonObject) -> Game:
        """Return the game of a record before its first choice."""
        config, seats, seed = data["config"], data["seats"], data["seed"]
        if "position" not in config:
            return catalogue.new(cls.name, seats=seats, seed=seed, config=config)
        game = cls.at_position(**config["position"], seed=seed)
        if game.seats != seats or len(config) > 1:
            raise BadConfig("the position and what else the record says of the game do not agree")
        return game

    @classmethod
    def resume(cls, data: JsonObject, seed: int) -> Self:
        """Return a game dealt from knowledge, or BadConfig."""
        if data.get("engine") != cls.engine:
            raise BadConfig(
                f"knowledge of the rules {data.get('engine')!r}; these are {cls.engine!r}"
            )
        return cls(cls.restore(data, seed), None)

    # --- what every game offers -------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        return self.state.decision

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    def choose(self, picks: Sequence[int]) -> None:
        decision = self.state.decision
        if decision is None:
            raise IllegalChoice(_("the game is over: there is nothing to choose"))
        legal = decision.check(picks)
        self.choices.append(legal)
        self.state.answer(legal)

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new.state = self.state.copy()
        new.start = self.start
        new.choices = self.choices[:]
        new.seats = self.seats
        return new

    def record(self) -> JsonObject:
        """Return the game as JSON; RuntimeError for an imagined one."""
        if self.start is None:
            raise RuntimeError("an imagined game has no record: its past is another game's")
        choices = [list(picks) for picks in self.choices]
        start = deepcopy(self.start)
        return {"game": self.name, "engine": self.engine, **start, "choices": choices}

    @property
    def logged(self) -> int:
        return len(self.log_kept())

    def log_kept(self) -> list[Any]:
        """Return the log; RuntimeError where none is kept."""
        if self.state.log is None:
            raise RuntimeError("this game keeps no log: it was started with log=False or imagined")
        return self.state.log

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, self.__class__):
            return NotImplemented
        return self.state == other.state and self.choices == other.choices

    def __hash__(self) -> int:
        return hash((self.state, tuple(self.choices)))

    def viewer(self, seat: int | None) -> int | None:
        """Return the seat, or None for all; BadConfig where there is no such seat."""
        return None if seat is None else self.own_seat(seat)

    def own_seat(self, seat: int) -> int:
        """Return the seat, or BadConfig where there is none."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadConfig(f"there is no seat {seat!r}: the seats are 0 to {self.seats - 1}")
        return seat
