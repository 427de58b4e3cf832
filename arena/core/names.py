"""Names: what is allowed and looks alike (Unicode's UTS 39 by `confusable_homoglyphs`)."""

import json
import re
import unicodedata
from functools import cache
from importlib import resources

from confusable_homoglyphs import categories

RESERVED = (
    "admin", "administrator", "anonymous", "house", "kingsbench", "moderator", "nobody", "null",
    "official", "organiser", "organizer", "referee", "root", "staff", "support", "system",
)  # fmt: skip
FORMER_MEMBER = "former member"  # the name of deleted accounts, with a number

SHARED = {"COMMON", "INHERITED"}  # digits, punctuation, marks: of every script
TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})
BLANK = re.compile("[\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")
MOST_MARKS = 2  # combining marks on one letter
ALIKE = str.maketrans("01i", "oll")


def normalise(name: str) -> str:
    """Return NFKC with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def is_same(name: str, other: str) -> bool:
    """Return whether these are one name, in any case and any form of its letters."""
    return normalise(name).casefold() == normalise(other).casefold()


def is_readable(name: str) -> bool:
    """Return whether all is visible in stored order, with a letter or digit."""
    marks = 0
    for char in name:
        marks = marks + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if marks > MOST_MARKS or not char.isprintable() or BLANK.match(char):
            return False
    return any(char.isalnum() for char in name)


def is_of_one_script(name: str) -> bool:
    """Return whether letters are of one script, or some used together."""
    scripts = {categories.alias(char) for char in name} - SHARED
    return len(scripts) < 2 or any(scripts <= together for together in TOGETHER)


def is_reserved(name: str) -> bool:
    """Return whether it looks like the platform's."""
    key = fold(name)
    return key in _reserved_names() or key.startswith(fold(FORMER_MEMBER))


@cache
def _reserved_names() -> frozenset[str]:
    return frozenset(map(fold, RESERVED))


def fold(name: str) -> str:
    """Return the key shared by lookalikes: no case, spaces or punctuation, confusables as one.

    >>> fold("B1g-M0ney") == fold("big money") == fold("\\u0412ig \\u041coney")  # Cyrillic
    True
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    lookalikes = {} if text.isascii() else _lookalikes()
    plain = ""
    for char in text:
        alike = lookalikes.get(char) or lookalikes.get(char.upper()) or char
        plain += char if char.isascii() else alike.casefold()
    key = "".join(char for char in plain if unicodedata.category(char)[0] in "LNM")
    return (key or text).translate(ALIKE)


@cache
def _lookalikes() -> dict[str, str]:
    """Map characters to ASCII; the package's own table takes ten times the memory."""
    text = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    lookalikes = {}
    for char, others in json.loads(text).items():
        plain = [other["c"] for other in others if len(other["c"]) == 1 and other["c"].isascii()]
        letters = [letter for letter in plain if letter.isalnum()]
        if len(char) == 1 and not char.isascii() and letters:
            lookalikes[char] = letters[0]
    return lookalikes
