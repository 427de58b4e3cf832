"""The site's interface to a game, with defaults; plain.js is the board's counterpart."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.models import Game, Match
from engine import catalogue
from engine.game import Decision, GameInfo
from website.games.fields import GameFields, GenericFields, label_of
from website.site.language import reader_language

Text = str | Promise
Forms = tuple[Text, Text]
Say = Callable[..., str]  # `SiteGame.say`
Config = dict[str, Any]
Event = dict[str, Any]
Position = dict[str, Any]

# Errors of stored data that fit no rules; BadConfig is among them.
BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)

# Texts of all boards: with {placeholders}, and by the number {n}.
SENTENCES: Mapping[str, Text] = {
    "turn_and_counters": _("Current position"),
    "seat": _("{name}"),
    "seat_on_turn": _("{name}, on turn"),
    "you": _("you"),
    "marked": _("chosen"),
    "nothing": _("nothing"),
    "text_score": _("points {score}"),
    "in_turn_of": _("In the turn of {name}, with the cards of {name}."),
    "about": _("It is about: {what}."),
    "pick_range": _("Pick {least} to {most} of them."),
}
PLURALS: Mapping[str, Forms] = {
    "points": (_("{n} point"), _("{n} points")),
    "pick_exactly": (_("Pick {n}."), _("Pick {n} of them.")),
    "pick_up_to": (_("Pick {n} or none."), _("Pick up to {n}, or none.")),
}


class TemplatePart(NamedTuple):
    """A template and what it finds as `shown`."""

    template: str
    shown: Any


class PlayerResult(NamedTuple):
    """A seat's name, and its points once the game is over."""

    name: str
    score: int | None
    has_won: bool


class Fact(NamedTuple):
    """An option in words."""

    label: str
    words: str


class PositionRow(NamedTuple):
    """A line of a position."""

    label: str
    text: str


class Subject(NamedTuple):
    """The subject of a statistic; `url` may be empty."""

    title: str
    url: str = ""


class SiteGame:
    """A game as the catalogue has it, which need not know `name`."""

    fields: type[GameFields] = GenericFields  # of a ladder's form
    board = "js/games/plain.js"  # the static path of the module that draws positions
    sprites = ""  # the template of the SVG symbols that its board uses
    prompts: Mapping[str, Text] = {}  # kind of decision -> what is asked
    nothing: Mapping[str, Text] = {}  # kind of decision -> what it is called to pick nothing
    sentences: Mapping[str, Text] = {}  # what its board says, with {places}
    plurals: Mapping[str, Forms] = {}  # the same for one and for several
    tie_break: Text = ""  # how equal points are ranked: "by ..."
    length_unit: Text = _("Decisions")  # of a game, in statistics
    opening_title: Text = _("Openings")  # what its statistics call the first moves,
    opening_about: Text = ""  # what these are,
    opening_head: Text = _("First moves")  # and the head of their column
    common_cards: frozenset[str] = frozenset()  # those of every game
    usually_all: frozenset[str] = frozenset()  # kinds of which people usually pick everything

    def __init__(self, name: str) -> None:
        self.name = name

    # --- the game ---------------------------------------------------------------------------------

    @property
    def is_known(self) -> bool:
        return self.name in catalogue.FOLDERS

    @property
    def info(self) -> GameInfo | None:
        """The catalogue's entry, if any."""
        return catalogue.info(self.name) if self.is_known else None

    @property
    def phrases(self) -> Mapping[str, Text]:
        """Return the options that are phrases, in the reader's language."""
        return {}

    @property
    def title(self) -> str:
        return self.info.title if self.info else self.name.capitalize()

    @property
    def about(self) -> str:
        """The game in one sentence."""
        return self.info.description if self.info else ""

    # --- a configuration --------------------------------------------------------------------------

    def form(self, data: Any, config: Config) -> GameFields:
        """Return this game's part of a ladder's form."""
        info = catalogue.info(self.name)
        first = self.fields.initial_of(info, config)
        return self.fields(data, info=info, prefix=self.name, initial=first)

    def facts(self, _seats: int, config: Config) -> list[Fact]:
        """Return the options that no part below shows."""
        return [Fact(label_of(name), plain(value)) for name, value in config.items()]

    def of_ladder(self, _seats: int, _config: Config) -> TemplatePart | None:
        """Return what a ladder's page shows of this configuration."""
        return None

    def of_match(self, match: Match) -> TemplatePart | None:
        """Return the same for a match, without its secrets."""
        return self.of_ladder(match.seats_count, match.config)

    # --- a game that is played --------------------------------------------------------------------

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """Return an event as a sentence, or nothing."""
        return catalogue.tell(self.name, event, names, reader_language())

    def ending(self, reason: str) -> str:
        """Return why a game ended; an unknown reason as it is."""
        return catalogue.ending(self.name, reason, reader_language()) if self.is_known else reason

    def of_game(
        self,
        _game: Game,
        _events: list[Event],
        _names: Sequence[str],
        _order: Sequence[int],
    ) -> TemplatePart | None:
        """Return what a finished game left on the table; names by seat."""
        return None

    def summary(
        self, _events: Iterable[Event], _players: Sequence[PlayerResult], _config: Config
    ) -> TemplatePart | None:
        """Return the course of a game as a small picture, from what everybody saw.

        Each part has the number of its event as `data-at`: featured.js shows them in turn.
        """
        return None

    def position_rows(
        self, position: Position, names: Sequence[str], _scores: Sequence[int | None]
    ) -> Iterable[PositionRow]:
        """Yield a `Game.view` as text; the board's `asText` agrees."""
        for key, value in position.items():
            if key != "seats":
                yield PositionRow(label_of(key), plain(value))
        for name, seat in zip(names, position.get("seats", ()), strict=False):
            yield PositionRow(name, plain(seat))

    # --- a decision -------------------------------------------------------------------------------

    def option_text(
        self,
        value: Any,
        _position: Position,
        _seat: int,
    ) -> str:
        """Return an option or source in words; the board's `optionText` agrees."""
        known = self.phrases.get(value) if isinstance(value, str) else None
        return str(known) if known else plain(value)

    def zone(self, _decision: Decision, _view: Position) -> str | None:
        """Return the zone of the board in which the options are, if any."""
        return None

    def cost(self, _decision: Decision, _value: Any, _view: Position) -> str | None:
        """Return an option's price, if any."""
        return None

    # --- sentences --------------------------------------------------------------------------------

    def say(self, key: str, **values: Any) -> str:
        """Return a sentence; `n` chooses singular or plural."""
        forms = self.plurals.get(key) or PLURALS.get(key)
        if forms:
            return str(forms[values.get("n") != 1]).format(**values)
        return str(self.sentences.get(key) or SENTENCES[key]).format(**values)

    def things(self) -> dict[str, Any]:
        """Return what else its board needs, JSON-ready."""
        return {}

    def opening(self, parts: Sequence[str]) -> list[Subject]:
        """Return an opening's parts in words."""
        return [Subject(part) for part in parts]

    def statistic(self, _dimension: str, key: str) -> Subject | None:
        """Return what `Tally.key` means in that dimension, if known."""
        return Subject(key)


def plain(value: Any) -> str:
    """Return a JSON value as plain text."""
    if isinstance(value, dict):
        return "; ".join(f"{label_of(str(key))}: {plain(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(plain, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
