"""Logs in words: by language, a table of sentences with {places}, one for each kind of event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from string import Formatter

from engine.game import JsonObject

LANGUAGES = {"en": "English", "de": "Deutsch"}  # of logs and site, by code
Texts = Mapping[str, str]  # by language
Place = Callable[[JsonObject, Sequence[str], str], str]


class EventTexts:
    """Sentences by kind, and what fills their places."""

    def __init__(self, sentences: Mapping[str, Texts], places: Mapping[str, Place]) -> None:
        self.sentences = sentences
        parsed = {kind: Formatter().parse(texts["en"]) for kind, texts in sentences.items()}
        self._places = {
            kind: [(name, places[name]) for _, name, _, _ in parts if name]
            for kind, parts in parsed.items()
        }

    def tell(self, kind: str, event: JsonObject, names: Sequence[str], language: str) -> str:
        """Return the event's sentence; empty where none is needed."""
        filled = {name: make(event, names, language) for name, make in self._places[kind]}
        return self.sentences[kind][language].format_map(filled)


def count_phrase(number: int, forms: Sequence[str]) -> str:
    """ "1 card", "3 cards"."""
    return f"{number} {forms[number != 1]}"


def who(event: JsonObject, names: Sequence[str], _language: str) -> str:
    seat = event["seat"]
    return "" if seat is None else names[seat]


def field(name: str) -> Place:
    """Fill a place with the event's value of that name."""
    return lambda event, _names, _language: str(event[name])


def points(event: JsonObject, names: Sequence[str], _language: str) -> str:
    """ "Alice 6, Bob -1"."""
    pairs = zip(names, event["scores"], strict=True)
    return ", ".join(f"{name} {score}" for name, score in pairs)


def reword(text: str, patterns: Mapping[str, str], word: Callable[[str], str]) -> str:
    """Say a stored text otherwise: the first pattern that fits has a template for its groups."""
    for pattern, template in patterns.items():
        if match := re.fullmatch(pattern, text):
            return template.format(*map(word, match.groups()))
    return text
