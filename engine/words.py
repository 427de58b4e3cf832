"""What games tell, in each language: a table of sentences with {places}, one for each kind.

A game that is told in one more language has one more column in its table, and nothing else changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter

from engine.game import JsonObject

LANGUAGES = ("en", "de")
Texts = Mapping[str, str]  # by language
Place = Callable[[JsonObject, Sequence[str], str], str]


class Telling:
    """Sentences by kind, and what stands in their places for an event, the players' names by seat
    and a language."""

    def __init__(self, sentences: Mapping[str, Texts], places: Mapping[str, Place]) -> None:
        self.sentences = sentences
        parsed = {kind: Formatter().parse(texts["en"]) for kind, texts in sentences.items()}
        self._places = {
            kind: [(name, places[name]) for _, name, _, _ in parts if name]
            for kind, parts in parsed.items()
        }

    def tell(self, kind: str, event: JsonObject, names: Sequence[str], language: str) -> str:
        """The sentence of that kind for the event; empty where none is needed."""
        filled = {name: make(event, names, language) for name, make in self._places[kind]}
        return self.sentences[kind][language].format_map(filled)


def counted(number: int, forms: Sequence[str]) -> str:
    """ "1 card", "3 cards": the first form stands for one."""
    return f"{number} {forms[number != 1]}"


def who(event: JsonObject, names: Sequence[str], _language: str) -> str:
    """The player on the event's seat; nobody where it has none."""
    seat = event["seat"]
    return "" if seat is None else names[seat]


def field(name: str) -> Place:
    """What stands in the event under that name, as it is."""
    return lambda event, _names, _language: str(event[name])


def points(event: JsonObject, names: Sequence[str], _language: str) -> str:
    """ "Alice 6, Bob -1"."""
    pairs = zip(names, event["scores"], strict=True)
    return ", ".join(f"{name} {score}" for name, score in pairs)


def reworded(text: str, patterns: Mapping[str, str], word: Callable[[str], str]) -> str:
    """A text of stored events said otherwise: the first pattern that all of it fits has a template
    with {0}, {1}, ... for its groups, put through `word`. As it is where none fits."""
    for pattern, template in patterns.items():
        if found := re.fullmatch(pattern, text):
            return template.format(*map(word, found.groups()))
    return text
