"""Messages for people: a template and parameters, translated where they are shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self

PLACE = re.compile(r"%\((\w+)\)")
JsonText = str | dict[str, Any]


def gettext_noop(words: str) -> str:
    """Mark the words for translation."""
    return words


class Message(str):
    """An English text that keeps its template and `params`; a plain `str` is never translated.

    >>> Message("pick %(most)d", {"most": 2})
    'pick 2'
    """

    __slots__ = ("params", "words")
    words: str
    params: Mapping[str, Any]

    def __new__(cls, words: str, params: Mapping[str, Any] | None = None) -> Self:
        message = super().__new__(cls, words % params if params else words)
        message.words, message.params = words, params or {}
        return message

    def __reduce__(self) -> tuple[type[Self], tuple[str, Mapping[str, Any]]]:
        return type(self), (self.words, self.params)

    @classmethod
    def known(cls, words: str, params: Mapping[str, Any]) -> Self | None:
        """Return a message of untrusted `params`; None if they do not fit."""
        try:
            return cls(words, {name: params[name] for name in PLACE.findall(words)})
        except (KeyError, TypeError, ValueError):
            return None


def to_json(text: str) -> JsonText:
    """Return a text for storage: a string, or a template and parameters."""
    if not isinstance(text, Message):
        return text
    params: dict[str, Any] = {}
    for name, value in text.params.items():
        if isinstance(value, Message):
            params[name] = to_json(value)
        else:
            is_plain = isinstance(value, int | float) or value is None
            params[name] = value if is_plain else str(value)
    return {"words": text.words, "params": params}


def from_json(data: Any) -> str:
    """Return a stored text; malformed data as plain text."""
    if not isinstance(data, dict):
        return str(data)
    words, params = data.get("words"), data.get("params")
    if not isinstance(words, str) or not isinstance(params, dict):
        return str(data)
    parts = {
        name: from_json(value) if isinstance(value, dict) else value
        for name, value in params.items()
    }
    message = Message.known(words, parts)
    return words if message is None else message


class UserError(Exception):
    """An error whose message is for people."""

    def __init__(self, words: str, /, **params: Any) -> None:
        self.problem = words if isinstance(words, Message) else Message(words, params)
        super().__init__(str(self.problem))

    @staticmethod
    def of(error: Exception) -> str:
        """Return an error's message for use in another."""
        return error.problem if isinstance(error, UserError) else str(error)

    @classmethod
    def like(cls, other: UserError) -> Self:
        """Return this error with the other's message."""
        return cls(other.problem)
