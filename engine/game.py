"""Interface of every game: decisions, views and an outcome."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol

from engine.messages import UserError
from engine.messages import gettext_noop as _

JsonObject = dict[str, Any]
Option = str | int | tuple[int, ...] | None
Picks = tuple[int, ...]
SEQUENCES = (list, tuple)
UNKNOWN_OPTION = _("unknown option %(name)r; the options of %(game)s are: %(known)s")


class IllegalChoice(UserError, ValueError):
    """Picks that the decision does not allow; nothing has changed."""


class BadConfig(UserError, ValueError):
    """A game, configuration or position unknown to the rules."""


class Decision(NamedTuple):
    """One question to one seat: pick `least` to `most` of the `options`, by index."""

    seat: int
    kind: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    source: str | None = None
    about: str | tuple[str, ...] | None = None
    of: int | None = None  # the seat for which another seat decides

    @property
    def default(self) -> Picks:
        """The picks made for a seat without a bot: the first `least`, or `no`."""
        if self.kind == "confirm":
            return (self.options.index("no"),)
        return tuple(range(self.least))

    @property
    def is_open(self) -> bool:
        """Whether two answers differ as values."""
        options, least = self.options, self.least
        if not options or not self.most:
            return False
        if least < self.most:
            return True
        if least == len(options) and not self.ordered:
            return False
        return options.count(options[0]) != len(options)

    def check(self, picks: Sequence[int]) -> Picks:
        """Return the picks as a tuple; IllegalChoice says why not."""
        if not isinstance(picks, SEQUENCES):
            words = _("picks must be a list of option indices, not %(rest)s")
            raise IllegalChoice(words, rest=repr(picks))
        count, size = len(picks), len(self.options)
        if not self.least <= count <= self.most:
            if self.least == self.most:
                words = _("pick %(amount)s of the options, not %(count)s")
                raise IllegalChoice(words, amount=self.least, count=count)
            words = _("pick %(least)s to %(most)s of the options, not %(count)s")
            raise IllegalChoice(words, least=self.least, most=self.most, count=count)
        for pick in picks:
            if type(pick) is not int:
                words = _("a pick is the index of an option, not %(rest)s")
                raise IllegalChoice(words, rest=repr(pick))
            if not 0 <= pick < size:
                words = _("there is no option %(pick)s: the indices are 0 to %(last)s")
                raise IllegalChoice(words, pick=pick, last=size - 1)
        if count > 1 and len(set(picks)) != count:
            raise IllegalChoice(_("an option is picked twice in %(rest)s"), rest=str(list(picks)))
        return tuple(picks)

    def to_json(self) -> JsonObject:
        told = self._asdict() | {"default": self.default}
        if self.of is None:
            del told["of"]
        return told


# What `Decision(...)` does, without its frame.
new_decision: Callable[[tuple[Any, ...]], Decision] = partial(tuple.__new__, Decision)


class Outcome(NamedTuple):
    """Scores and ranks by seat (1 is best, ties share a rank), and why the game ended."""

    scores: list[int]
    ranks: list[int]
    reason: str


def rank(keys: Sequence[Any]) -> list[int]:
    """Ranks by seat for sort keys, more is better; equals share one (1, 1, 3)."""
    return [1 + sum(other > key for other in keys) for key in keys]


class Game(ABC):
    """A game in progress. Ask `decision`, answer with `choose`, until `decision` is None."""

    __slots__ = ()
    name: ClassVar[str]
    engine: ClassVar[str]
    seats: int

    @property
    @abstractmethod
    def decision(self) -> Decision | None:
        """The open question; None when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result; None while the game goes on."""

    @property
    @abstractmethod
    def scores(self) -> list[int]:
        """Points by seat as the game stands."""

    @abstractmethod
    def choose(self, picks: Sequence[int]) -> None:
        """Answer the decision; IllegalChoice changes nothing."""

    @abstractmethod
    def view(self, seat: int | None) -> JsonObject:
        """Return the seat's view, JSON-ready; `view(None)` shows all."""

    @abstractmethod
    def events(self, seat: int | None, since: int = 0) -> list[JsonObject]:
        """Return the log from `since` on as that seat saw it; hidden cards are counts.

        None gets all of it; `seen_by` lists the seats that saw an event's cards if not all did.
        """

    @property
    @abstractmethod
    def logged(self) -> int:
        """Number of events in the log."""

    @abstractmethod
    def copy(self) -> Game:
        """Return an independent copy, at any decision."""

    @abstractmethod
    def knowledge(self, seat: int) -> JsonObject:
        """Return the state as that seat knows it, JSON-ready, without the seed."""

    @abstractmethod
    def imagine(self, seat: int, seed: int) -> Game:
        """Return a copy without log; what is hidden from `seat` is dealt anew from `seed`."""

    @abstractmethod
    def record(self) -> JsonObject:
        """Config, seed and choices, JSON-ready (see engine.record)."""


def without_viewers(event: JsonObject) -> JsonObject:
    """Return the event as older logs have it."""
    return {key: value for key, value in event.items() if key != "seen_by"}


def public_event(event: JsonObject) -> JsonObject:
    """Return an event of the whole log for those outside `seen_by`: `count` for its cards."""
    if "seen_by" not in event:
        return event
    hidden = ("cards", "seen_by")
    shown = {key: value for key, value in event.items() if key not in hidden}
    return {**shown, "count": len(event["cards"])}


@dataclass(frozen=True)
class ConfigOption:
    default: Any
    description: str
    choices: tuple[Any, ...] = ()


class ReplayState(Protocol):
    """A game's position, moved on by stored events."""

    def apply(self, event: JsonObject) -> None:
        """Do what the event tells; BadConfig where it fits no rules known here."""

    def position(self) -> JsonObject:
        """Return the position in the shape of `view(None)`."""

    @property
    def scores(self) -> list[int]:
        """Points by seat."""


@dataclass(frozen=True)
class GameInfo:
    """A game's catalogue entry: description and entry points.

    `tell(event, names, language)` and `ending(reason, language)` put the log into words. Without
    `replay_state` (from a record without choices) a game cannot be replayed; `seen_by` gives one
    seat's view of its position, or with None what all saw.
    """

    name: str
    engine: str
    title: str
    description: str
    seats: tuple[int, ...]
    config: Mapping[str, ConfigOption]
    kinds: Mapping[str, str]
    new: Callable[..., Game]
    resume: Callable[[JsonObject, int], Game]
    restart: Callable[[JsonObject], Game]
    tell: Callable[[JsonObject, Sequence[str], str], str]
    ending: Callable[[str, str], str]
    replay_state: Callable[[JsonObject], ReplayState] | None = None
    seen_by: Callable[[JsonObject, int | None], JsonObject] | None = None
