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
class Message:
    """English words with `%(name)s` for each of `params`, JSON-ready or a sentence."""

    words: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.words % self.params if self.params else self.words

    def data(self) -> dict[str, Any]:
        """As it is stored: `Message(**data)` restores it."""
        params = {
            name: str(value) if isinstance(value, Message) else value
            for name, value in self.params.items()
        }
        return {"words": self.words, "params": params}


def recognize(text: str, known: Iterable[str]) -> Message | None:
    """The sentence that a stored text was made of: the first of the known that fits.

    A place matches one word, `rest` anything.
    """
    for words in known:
        if found := _pattern(words).fullmatch(text):
            return Message(words, found.groupdict())
    return None


@cache
def _pattern(words: str) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", words)
    plain = map(re.escape, parts[::2])
    places = [f"(?P<{name}>{'.+' if name == 'rest' else '[^ ]+'})" for name in parts[1::2]]
    return re.compile("".join(chain(*zip_longest(plain, places, fillvalue=""))), re.DOTALL)


class UserError(Exception):
    """An error whose message is for people."""

    def __init__(self, words: str, **params: Any) -> None:
        self.problem = Message(words, params)
        super().__init__(str(self.problem))

    @staticmethod
    def of(error: Exception) -> Message | str:
        """Return an error's message for use in another sentence."""
        return error.problem if isinstance(error, UserError) else str(error)

    @classmethod
    def like(cls, other: UserError) -> Self:
        """This error with the other's message."""
        return cls(other.problem.words, **other.problem.params)
