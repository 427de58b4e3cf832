"""Arguments passed to Python bots."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Decision, Game

    Answer = int | str | Sequence[int | str]

SEQUENCES = (list, tuple)  # made once: searches ask often


class Asked(NamedTuple):
    """A question's options and how many to pick, by which the answer is judged."""

    options: tuple[Any, ...]
    least: int
    most: int


class Setup:
    """The argument of `start(setup)`; `seat` is the bot's own."""

    __slots__ = ("config", "game", "limits", "seat", "seats")

    def __init__(self, hello: dict[str, Any]) -> None:
        self.game: str = hello["game"]
        self.config: dict[str, Any] = hello["config"]
        self.seats: int = hello["seats"]
        self.seat: int = hello["seat"]
        self.limits: dict[str, Any] = hello["limits"]


class Request:
    """The argument of `decide(request)`: pick `least` to `most` of `options`.

    `events`: since the last question; `clock`: CPU seconds; `game`: the one of `from_game`.
    The lists are the bot's own: it may sort them. `asked` stays as it was asked, and what a bot
    answers is an option, or an index, of that.
    """

    __slots__ = (
        "_default", "about", "asked", "clock", "events", "game", "kind", "least", "most", "of",
        "options", "ordered", "seat", "source", "state", "view",
    )  # fmt: skip

    kind: str
    asked: "Asked | Decision"
    options: list[Any]
    least: int
    most: int
    ordered: bool
    source: str | None
    about: Any
    of: int | None
    seat: int
    view: dict[str, Any]
    events: list[dict[str, Any]]
    state: dict[str, Any] | None
    clock: dict[str, float]

    def __init__(self, message: dict[str, Any]) -> None:
        decision = message["decision"]
        self.game: Game | None = None
        self.kind = decision["kind"]
        self.options = options = decision["options"]
        self.least = least = decision["least"]
        self.most = most = decision["most"]
        self.asked = Asked(tuple(options), least, most)
        self._default: Sequence[int] | None = decision.get("default", range(least))
        self.seat = decision.get("seat", 0)
        self.ordered = decision.get("ordered", False)
        self.source = decision.get("source")
        self.about = decision.get("about")
        self.of = decision.get("of")
        self.view = message.get("view") or {}
        self.events = message.get("events") or []
        self.state = message.get("state")
        self.clock = message.get("clock") or {}

    @classmethod
    def from_game(cls, game: "Game") -> "Request":
        """Return the request of a searched game's open decision. Raises ValueError.

        View, events, state and clock are made when read.
        """
        decision = game.decision
        if decision is None:
            raise ValueError("from_game: the game is over, so there is no decision")
        new = cls.__new__(cls)
        new.game = game
        new.asked = decision
        new.seat, new.kind, options, new.least, new.most, new.ordered = decision[:6]
        new.source, about, new.of = decision[6:]
        new.options = list(options)
        new.about = list(about) if isinstance(about, tuple) else about
        new._default = decision.default if new.kind == "confirm" else None
        return new

    def __getattr__(self, name: str) -> Any:
        # what `from_game` left out
        game = None if name == "game" else self.game
        if game is None or name not in ("view", "events", "state", "clock"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        if name == "view":
            self.view = game.view(self.seat)
        elif name == "state":
            self.state = game.knowledge(self.seat)
        elif name == "events":
            try:
                self.events = game.events(self.seat)
            except RuntimeError:  # it keeps none
                self.events = []
        else:  # a plan that may search does not, within a search
            self.clock = {"left": 0.0, "decision": 0.0}
        return getattr(self, name)

    @property
    def default(self) -> list[int]:
        """The picks of a seat without a bot."""
        return list(range(self.asked.least) if self._default is None else self._default)

    def as_asked(self) -> "Request":
        """Return this request, or a copy of it as it was asked if the bot has changed that."""
        asked = self.asked
        amounts = self.least == asked.least and self.most == asked.most
        if amounts and tuple(self.options) == asked.options:
            return self
        new = Request.__new__(Request)
        for name in self.__slots__:
            with suppress(AttributeError):  # `from_game` leaves some to be made when read
                setattr(new, name, object.__getattribute__(self, name))
        new.options, new.least, new.most = list(asked.options), asked.least, asked.most
        return new

    def pick(self, value: object) -> int:
        """Return the index of an option. Raises ValueError."""
        for index, option in enumerate(self.asked.options):
            if option == value:
                return index
        options = list(self.asked.options)
        raise ValueError(f"pick: {value!r} is not among the options {options!r}")

    def picks(self, answer: "Answer") -> list[int]:
        """Return an answer as indices. Raises ValueError."""
        items = answer if isinstance(answer, SEQUENCES) else [answer]
        options = self.asked.options
        picks: list[int] = []
        try:
            for item in items:
                index = item if isinstance(item, int) else options.index(item)
                while index in picks:  # a card of which there are more
                    index = options.index(item, index + 1)
                picks.append(index)
        except ValueError:
            words = f"picks: {answer!r} is not among the options {list(options)!r}"
            raise ValueError(words) from None
        return picks

    def imagine(self, seed: int) -> "Game":
        """Return a game dealt anew from this seat's knowledge; `wants` must name "state"."""
        if self.game is not None:
            return self.game.imagine(self.seat, seed)
        if self.state is None:
            raise ValueError(
                'imagine: write wants = ["view", "events", "state"] in bot.py to get the state'
            )
        from engine import catalogue  # noqa: PLC0415  # costs more than most bots' whole start

        return catalogue.resume(self.state, seed)
