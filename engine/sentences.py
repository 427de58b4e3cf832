"""Messages for people: a template and parameters, translated where they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, zip_longest
from typing import Any, Self


def gettext_noop(words: str) -> str:
    """Mark the words for translation."""
    return words


@dataclass(frozen=True)
class Sentence:
    """English words with `%(name)s` for each of `params`, JSON-ready or a sentence."""

    words: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.words % self.params if self.params else self.words

    def data(self) -> dict[str, Any]:
        """As it is stored: `Sentence(**data)` restores it."""
        params = {
            name: str(value) if isinstance(value, Sentence) else value
            for name, value in self.params.items()
        }
        return {"words": self.words, "params": params}


def recognised(text: str, known: Iterable[str]) -> Sentence | None:
    """The sentence that a stored text was made of: the first of the known that fits.

    A place matches one word, `rest` anything.
    """
    for words in known:
        if found := _pattern(words).fullmatch(text):
            return Sentence(words, found.groupdict())
    return None


@cache
def _pattern(words: str) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", words)
    plain = map(re.escape, parts[::2])
    places = [f"(?P<{name}>{'.+' if name == 'rest' else '[^ ]+'})" for name in parts[1::2]]
    return re.compile("".join(chain(*zip_longest(plain, places, fillvalue=""))), re.DOTALL)


class Told(Exception):
    """An error whose message is for people."""

    def __init__(self, words: str, **params: Any) -> None:
        self.sentence = Sentence(words, params)
        super().__init__(str(self.sentence))

    @staticmethod
    def of(error: Exception) -> Sentence | str:
        """What another error says, as part of a sentence."""
        return error.sentence if isinstance(error, Told) else str(error)

    @classmethod
    def like(cls, other: Told) -> Self:
        """This error with the other's message."""
        return cls(other.sentence.words, **other.sentence.params)
