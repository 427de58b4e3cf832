"""The rulings of docs/rulings.md."""

import re
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from engine.dominion.card import CARDS, Card

CODE = re.compile(r"`([^`]+)`")
STRESS = re.compile(r"\*([^*]+)\*")
NAMES = re.compile(
    r"\b({})(?:e?s)?\b".format("|".join(sorted(map(re.escape, CARDS), key=len, reverse=True)))
)


class Ruling(NamedTuple):
    """A question the rulebooks leave, what the engine does, and why."""

    number: int
    case: str
    ruling: str
    reason: str

    @property
    def cells(self) -> list[SafeString]:
        """Case, ruling and reason as HTML."""
        return [marked_up(text) for text in (self.case, self.ruling, self.reason)]

    @property
    def names(self) -> set[str]:
        """The cards of the case, and the kingdom cards of the ruling."""
        mentioned = NAMES.findall(self.ruling)
        kingdom = {name for name in mentioned if CARDS[name].expansion != "basic"}
        return kingdom | set(NAMES.findall(self.case))


@cache
def rulings() -> list[Ruling]:
    text = (settings.ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [Ruling(number, *cells) for number, cells in enumerate(rows[1:], start=1)]


def rulings_about(card: Card) -> list[Ruling]:
    return [ruling for ruling in rulings() if card.name in ruling.names]


def marked_up(text: str) -> SafeString:
    """Return a cell's Markdown (code and stress) as HTML."""
    html = CODE.sub(r"<code>\1</code>", escape(text))
    return mark_safe(STRESS.sub(r"<em>\1</em>", html))  # noqa: S308  escaped above
