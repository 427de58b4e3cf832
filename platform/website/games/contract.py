"""What the site asks of a game, with a default for every answer: a game overrides what is its own.

`static/js/games/plain.js` is the other half of the contract: what a board module offers.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from arena.models import Match
from engine import catalogue
from engine.game import Decision, GameInfo
from website.games.fields import GameFields, GenericFields, worded
from website.games.sentences import PLURALS, SENTENCES, Forms, Text
from website.language import reader_language

Config = dict[str, Any]
Event = dict[str, Any]
Position = dict[str, Any]


class Part(NamedTuple):
    """A piece of a page: a template, and what it finds there as `shown`."""

    template: str
    shown: Any


class Fact(NamedTuple):
    """One option of a configuration in words."""

    label: str
    words: str


class Row(NamedTuple):
    """One line of a position in words."""

    label: str
    text: str


class Subject(NamedTuple):
    """What a statistic is about, and its page; empty: it has none."""

    title: str
    url: str = ""


class SiteGame:
    """A game as the catalogue describes it; `name` may be one that the catalogue does not know."""

    fields: type[GameFields] = GenericFields  # of a ladder's form
    board = "js/games/plain.js"  # the static path of the module that draws positions
    sprites = ""  # the template of the SVG symbols that its board uses
    prompts: Mapping[str, Text] = {}  # kind of decision -> what is asked
    nothing: Mapping[str, Text] = {}  # kind of decision -> what it is called to pick nothing
    phrases: Mapping[str, Text] = {}  # options that are phrases
    sentences: Mapping[str, Text] = {}  # what its board says, with {places}
    plurals: Mapping[str, Forms] = {}  # the same for one and for several
    usually_all: frozenset[str] = frozenset()  # kinds of which people usually pick everything

    def __init__(self, name: str) -> None:
        self.name = name

    # --- the game ---------------------------------------------------------------------------------

    @property
    def is_known(self) -> bool:
        """Is it in the catalogue?"""
        return self.name in catalogue.FOLDERS

    @property
    def info(self) -> GameInfo | None:
        """What the catalogue says; None for a game that is not (or no longer) there."""
        return catalogue.info(self.name) if self.is_known else None

    @property
    def title(self) -> str:
        return self.info.title if self.info else self.name.capitalize()

    @property
    def about(self) -> str:
        """The game in one sentence."""
        return self.info.description if self.info else ""

    # --- a configuration --------------------------------------------------------------------------

    def form(self, data: Any, config: Config) -> GameFields:
        """This game's part of a ladder's form, filled with what was sent or what is configured."""
        info = catalogue.info(self.name)
        first = self.fields.initial_of(info, config)
        return self.fields(data, info=info, prefix=self.name, initial=first)

    def facts(self, _seats: int, config: Config) -> list[Fact]:
        """The options that the parts below leave out, in words."""
        return [Fact(worded(name), plain(value)) for name, value in config.items()]

    def of_ladder(self, _seats: int, _config: Config) -> Part | None:
        """What is special about playing by this configuration."""
        return None

    def of_match(self, match: Match) -> Part | None:
        """The same for one match, as far as it may be known by now."""
        return self.of_ladder(match.seats_count, match.config)

    # --- a game that is played --------------------------------------------------------------------

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """One event as a sentence in the reader's language; empty where the log says nothing."""
        return catalogue.tell(self.name, event, names, reader_language())

    def ending(self, reason: str) -> str:
        """Why a game ended, in the reader's language; an unknown reason as it is."""
        return catalogue.ending(self.name, reason, reader_language()) if self.is_known else reason

    def of_game(self, _match: Match, _events: list[Event], _names: Sequence[str]) -> Part | None:
        """What one finished game left on the table, from its stored events; names by seat."""
        return None

    def position_rows(
        self, position: Position, names: Sequence[str], _scores: Sequence[int | None]
    ) -> Iterable[Row]:
        """A position as text. `position` is a `Game.view`; the board module's `asText` agrees."""
        for key, value in position.items():
            if key != "seats":
                yield Row(worded(key), plain(value))
        for name, seat in zip(names, position.get("seats", ()), strict=False):
            yield Row(name, plain(seat))

    # --- a decision -------------------------------------------------------------------------------

    def option_text(
        self,
        value: Any,
        _position: Position,
        _seat: int,
    ) -> str:
        """An option, or the source of a decision, in words; the module's `optionText` agrees."""
        known = self.phrases.get(value) if isinstance(value, str) else None
        return str(known) if known else plain(value)

    def zone(self, _decision: Decision, _view: Position) -> str | None:
        """Where on the board the options can be clicked; None: nowhere."""
        return None

    def cost(self, _decision: Decision, _value: Any, _view: Position) -> int | None:
        """What an option costs, where it has a price."""
        return None

    # --- sentences --------------------------------------------------------------------------------

    def say(self, key: str, **values: Any) -> str:
        """A sentence of the game or of all games; `n` chooses between one and several."""
        forms = self.plurals.get(key) or PLURALS.get(key)
        if forms:
            return str(forms[values.get("n") != 1]).format(**values)
        return str(self.sentences.get(key) or SENTENCES[key]).format(**values)

    def things(self) -> dict[str, Any]:
        """More that its board needs in the reader's language, JSON-ready."""
        return {}

    def statistic(self, _dimension: str, key: str) -> Subject | None:
        """What `Tally.key` stands for in that dimension; None: nothing that is known here."""
        return Subject(key)


def plain(value: Any) -> str:
    """A JSON value as plain text; templates show its control characters."""
    if isinstance(value, dict):
        return "; ".join(f"{worded(str(key))}: {plain(one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(plain, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
