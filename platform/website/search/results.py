"""Results of a search, and how well they fit."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise

from website.games.dominion.card_view import search_key

WORD = re.compile(r"[^\W_]+")  # signs are no operators, they part words
LONGEST = 80  # signs of a query
EXCERPT = 160  # signs
BEFORE = 40  # of them, before the first match


@dataclass(frozen=True)
class Asked:
    """A query and its words."""

    text: str

    @cached_property
    def words(self) -> list[str]:
        plain = unicodedata.normalize("NFKC", self.text).lower()
        return list(dict.fromkeys(WORD.findall(plain)))

    @cached_property
    def key(self) -> str:
        return search_key(self.text)

    @cached_property
    def keys(self) -> list[str]:
        return [search_key(word) for word in self.words]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Match any of the words, the longest first."""
        longest = sorted(self.words, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest)) or "(?!)", re.IGNORECASE)

    def is_in(self, folded: str) -> bool:
        """Return whether a folded text has all the words."""
        return all(word in folded for word in self.keys)


@dataclass(frozen=True)
class Piece:
    """A part of a text; `is_match` if the query has it."""

    text: str
    is_match: bool


@dataclass(frozen=True)
class Result:
    """A page that fits; `kind` says what it is about."""

    asked: Asked
    kind: str
    label: Promise | str
    title: str
    url: str
    text: str = ""
    also: str = ""  # another name
    nearness: float = 0.0  # of a similar name, up to 1

    @cached_property
    def excerpt(self) -> str:
        """Return the part of the text around the first match, on one line."""
        line = " ".join(self.text.split())
        match = self.asked.pattern.search(line)
        start = max(0, match.start() - BEFORE) if match and len(line) > EXCERPT else 0
        start = line.rfind(" ", 0, start) + 1 if start else 0
        end = start + EXCERPT
        return ("… " if start else "") + line[start:end] + (" …" if end < len(line) else "")

    @property
    def title_pieces(self) -> list[Piece]:
        return pieces(self.title, self.asked)

    @property
    def also_pieces(self) -> list[Piece]:
        return pieces(self.also, self.asked)

    @property
    def excerpt_pieces(self) -> list[Piece]:
        return pieces(self.excerpt, self.asked)

    @cached_property
    def fit(self) -> int:
        """Return how well it fits: 4 its name, 3 the beginning, 2 words of it, 1 its text.

        0: its name is only similar.
        """
        if self.nearness:
            return 0
        names = [search_key(name) for name in (self.title, self.also) if name]
        if self.asked.key in names:
            return 4
        if any(name.startswith(self.asked.key) for name in names):
            return 3
        if any(self.asked.is_in(name) for name in names):
            return 2
        return 1

    @property
    def order(self) -> tuple[int, float, str]:
        """Sort the best first, then by name."""
        return -self.fit, -self.nearness, search_key(self.title)


def pieces(text: str, asked: Asked) -> list[Piece]:
    """Split a text where it matches."""
    parts, end = [], 0
    for match in asked.pattern.finditer(text):
        parts += [Piece(text[end : match.start()], False), Piece(match.group(), True)]
        end = match.end()
    return [piece for piece in [*parts, Piece(text[end:], False)] if piece.text]
