"""A stored question in words; static/js/replay/question.js says the same."""

from dataclasses import dataclass
from typing import Any

from engine.dominion.words import options
from website.cards.faces import reader
from website.matches.words import KINDS, PLAYER
from website.play.words import card, domino


@dataclass(frozen=True)
class Asked:
    """What a seat was asked; `row` is one of `Game.questions`."""

    row: dict[str, Any]

    @property
    def seat(self) -> int:
        return int(self.row["seat"])

    @property
    def kind(self) -> str:
        """The kind as bots know it."""
        return str(self.row["kind"])

    @property
    def words(self) -> str:
        """What was asked, by which card and about which; a kind that is not known here as it is."""
        parts = [str(KINDS.get(self.kind, self.kind))]
        if source := self.row["source"]:
            parts.append(str(PLAYER["for"]).format(card=card(source)))
        if about := self.row["about"]:
            named = [card(name) for name in ([about] if isinstance(about, str) else about)]
            parts.append(str(PLAYER["about"]).format(what=", ".join(named)))
        return " ".join(parts)

    @property
    def options(self) -> list[str]:
        return [_option(value) for value in self.row["options"]]


def _option(value: Any) -> str:
    if value is None:
        return str(PLAYER["put_away"])
    if isinstance(value, int):
        return domino(value)
    if isinstance(value, list):
        x, y, dx, dy = value
        return f"{x}, {y} → {x + dx}, {y + dy}"
    return options(reader()).get(value) or card(value)
