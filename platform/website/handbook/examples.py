"""Examples of every kind of decision, from docs/decision_kinds.json."""

import json
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString

from engine import catalogue
from website.games.contract import SiteGame
from website.games.registry import site_game
from website.handbook.colours import coloured
from website.templatetags.kingsbench import pretty_json

FILE = "decision_kinds.json"  # written and checked by a test


class Example(NamedTuple):
    kind: str
    words: str
    decision: dict[str, Any]
    picks: list[int]

    @property
    def coloured(self) -> SafeString:
        return coloured(pretty_json(self.decision), "json")

    @property
    def picked(self) -> list[Any]:
        return [self.decision["options"][pick] for pick in self.picks]


class Asked(NamedTuple):
    """A game with all that it asks."""

    shows: SiteGame
    examples: list[Example]


@cache
def games() -> list[Asked]:
    known = json.loads((settings.ROOT / "docs" / FILE).read_text(encoding="utf-8"))
    named = [name for name in catalogue.FOLDERS if name in known]
    return [Asked(site_game(name), _examples(name, known[name])) for name in named]


def _examples(game: str, known: dict[str, dict[str, Any]]) -> list[Example]:
    kinds = catalogue.info(game).kinds.items()
    return [
        Example(kind, words, known[kind]["decision"], known[kind]["picks"]) for kind, words in kinds
    ]
