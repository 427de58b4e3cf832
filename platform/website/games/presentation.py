"""How a game is shown, and what a ladder's form asks for it; each game overrides what is its own.

A game has its own presentation where `website/games/<name>.py` offers one as PRESENTATION.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest

from arena.models import Match
from engine import catalogue
from engine.game import GameInfo
from website.games.fields import GameFields, GenericFields, worded

Config = dict[str, Any]
Event = dict[str, Any]


class Part(NamedTuple):
    """A piece of a page: a template, and what it finds there as `shown`."""

    template: str
    shown: Any


class Fact(NamedTuple):
    """One option of a configuration in words."""

    label: str
    words: str


class Presentation:
    """A game as the catalogue describes it; `name` may be one that the catalogue does not know."""

    fields: type[GameFields] = GenericFields

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def info(self) -> GameInfo | None:
        """What the catalogue says; None for a game that is not (or no longer) there."""
        return catalogue.info(self.name) if self.name in catalogue.FOLDERS else None

    @property
    def title(self) -> str:
        return self.info.title if self.info else self.name.capitalize()

    @property
    def about(self) -> str:
        """The game in one sentence, for those who choose."""
        return self.info.description if self.info else ""

    def form(self, data: Any, config: Config) -> GameFields:
        """This game's part of a ladder's form, filled with what was sent or what is configured."""
        info = catalogue.info(self.name)
        first = self.fields.initial_of(info, config)
        return self.fields(data, info=info, prefix=self.name, initial=first)

    def facts(self, _seats: int, config: Config) -> list[Fact]:
        """The options that the parts below leave out, in words."""
        return [Fact(worded(name), _plain(value)) for name, value in config.items()]

    def of_ladder(self, _seats: int, _config: Config) -> Part | None:
        """What is special about playing by this configuration."""
        return None

    def of_match(self, match: Match) -> Part | None:
        """The same for one match, as far as it may be known by now."""
        return self.of_ladder(match.seats_count, match.config)

    def of_game(self, _match: Match, _events: list[Event], _names: Sequence[str]) -> Part | None:
        """What one finished game left on the table, from its stored events; names by seat."""
        return None


def _plain(value: Any) -> str:
    """A value as plain words; templates show it with control characters made visible."""
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def presentation(game: str) -> Presentation:
    """How that game is shown: its own module's way, or the catalogue's."""
    module = f"website.games.{game}"
    if game in catalogue.FOLDERS and find_spec(module):
        found: Presentation = import_module(module).PRESENTATION
        return found
    return Presentation(game)


def asked_game(request: HttpRequest) -> Presentation | None:
    """The game to which the address narrows a list; Http404 for one that is not there."""
    name = request.GET.get("game")
    if not name:
        return None
    if name not in catalogue.FOLDERS:
        raise Http404
    return presentation(name)


def presentations() -> list[Presentation]:
    """Every game of the catalogue."""
    return [presentation(name) for name in catalogue.FOLDERS]
