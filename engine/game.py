"""What every game offers: decisions to answer, views to see, and an outcome at the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol

from engine.sentences import Told
from engine.sentences import gettext_noop as _

JsonObject = dict[str, Any]
Option = str | int | tuple[int, ...] | None
Picks = tuple[int, ...]
SEQUENCES = (list, tuple)
UNKNOWN_OPTION = _("unknown option %(name)r; %(game)s knows: %(known)s")


class IllegalChoice(ValueError):
    """Picks that the decision does not allow; the message says why, and nothing has changed."""


class BadConfig(Told, ValueError):
    """A game, configuration or position unknown to the rules; the message names the culprit."""


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

    @property
    def default(self) -> Picks:
        """The picks that a seat makes without a bot makes: the first `least` options, or `no`."""
        if self.kind == "confirm":
            return (self.options.index("no"),)
        return tuple(range(self.least))

    @property
    def is_open(self) -> bool:
        """Whether there are two answers at least; answers that are equal as values count as one."""
        options, least = self.options, self.least
        if not options or not self.most:
            return False
        if least < self.most:
            return True
        if least == len(options) and not self.ordered:
            return False
        return options.count(options[0]) != len(options)

    def check(self, picks: Sequence[int]) -> Picks:
        """The picks as a tuple; IllegalChoice with the reason if they are not legal."""
        if not isinstance(picks, SEQUENCES):
            raise IllegalChoice(f"picks are a list of indices into the options, not {picks!r}")
        if not self.least <= len(picks) <= self.most:
            raise IllegalChoice(f"pick {self._amount()} of the options, not {len(picks)}")
        size = len(self.options)
        for pick in picks:
            if type(pick) is not int:
                raise IllegalChoice(f"a pick is an index into the options, not {pick!r}")
            if not 0 <= pick < size:
                raise IllegalChoice(f"there is no option {pick}: the indices are 0 to {size - 1}")
        if len(picks) > 1 and len(set(picks)) != len(picks):
            raise IllegalChoice(f"an option is picked twice in {list(picks)}")
        return tuple(picks)

    def _amount(self) -> str:
        return f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"

    def to_json(self) -> JsonObject:
        """The decision as the protocol sends it."""
        return self._asdict() | {"default": self.default}


class Outcome(NamedTuple):
    """How a game ended: scores and ranks by seat (1 is best, ties share a rank), and why."""

    scores: list[int]
    ranks: list[int]
    reason: str


def rank(keys: Sequence[Any]) -> list[int]:
    """Ranks by seat for sort keys, more is better: 1 is best, equals share one (1, 1, 3)."""
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
        """The question that waits for an answer; None when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result; None while the game is going on."""

    @property
    @abstractmethod
    def scores(self) -> list[int]:
        """Points by seat as the game stands: what counts where a game is broken off."""

    @abstractmethod
    def choose(self, picks: Sequence[int]) -> None:
        """Answer the decision; IllegalChoice for anything it does not allow, changing nothing."""

    @abstractmethod
    def view(self, seat: int | None) -> JsonObject:
        """What that seat may see, JSON-ready; `view(None)` shows all."""

    @abstractmethod
    def events(self, seat: int | None, since: int = 0) -> list[JsonObject]:
        """The log from number `since` on as that seat saw it; hidden cards are counts.

        None gets all of it: an event whose cards not every seat saw lists the others in `seen_by`.
        """

    @property
    @abstractmethod
    def logged(self) -> int:
        """How many events the log has."""

    @abstractmethod
    def copy(self) -> Game:
        """An independent copy, at any decision."""

    @abstractmethod
    def knowledge(self, seat: int) -> JsonObject:
        """The whole state as that seat knows it, JSON-ready, without the seed."""

    @abstractmethod
    def imagine(self, seat: int, seed: int) -> Game:
        """A copy without log in which all that is hidden from `seat` is dealt anew from `seed`."""

    @abstractmethod
    def record(self) -> JsonObject:
        """The whole game as config, seed and choices, JSON-ready (see engine.record)."""


def without_viewers(event: JsonObject) -> JsonObject:
    """The event as logs had it before they told `seen_by`."""
    return {key: value for key, value in event.items() if key != "seen_by"}


def public_event(event: JsonObject) -> JsonObject:
    """An event of the whole log for those who are not in its `seen_by`: `count` for its cards."""
    if "seen_by" not in event:
        return event
    hidden = ("cards", "seen_by")
    shown = {key: value for key, value in event.items() if key not in hidden}
    return {**shown, "count": len(event["cards"])}


@dataclass(frozen=True)
class ConfigOption:
    """One entry of a game's configuration."""

    default: Any
    description: str
    choices: tuple[Any, ...] = ()


class Stage(Protocol):
    """A table on which stored events happen again, without anybody being asked."""

    def act(self, event: JsonObject) -> None:
        """Let happen what the event tells; BadConfig where it fits no rules known here."""

    def position(self) -> JsonObject:
        """All of the table, in the shape of `view(None)`."""

    @property
    def scores(self) -> list[int]:
        """Points by seat as the table lies."""


@dataclass(frozen=True)
class GameInfo:
    """What the catalogue knows of a game, and the doors into it.

    A game without `stage` can be read, but not watched. `stage` takes a record without its choices;
    `seen_by` makes of a stage's position what one seat saw, or of None what everybody did. `tell`
    makes a sentence of an event, the players' names by seat and a language (see engine.words);
    `ending` says the reason of an outcome in a language.
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
    stage: Callable[[JsonObject], Stage] | None = None
    seen_by: Callable[[JsonObject, int | None], JsonObject] | None = None
