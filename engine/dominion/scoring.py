"""Points and ranks at the end of the game.

Source: rules/dominion-base.de.txt, "Spielende".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.dominion.steps import WORDS
from engine.game import rank

if TYPE_CHECKING:
    from engine.dominion.card import Card
    from engine.dominion.player import Player


@dataclass(frozen=True)
class Worth:
    """Victory points: `points`, or so many for every `per` cards.

    They are cards of type `of`, of this `name`, or of `different` names.
    """

    points: int
    per: int = 0
    of: str = ""
    name: str = ""
    different: bool = False

    def value(self, deck: Sequence[Card]) -> int:
        if not self.per:
            return self.points
        names = [card.name for card in deck if self.of in card.types]
        if self.name:
            count = names.count(self.name)
        else:
            count = len(set(names)) if self.different else len(names)
        return self.points * (count // self.per)

    def text(self, language: str) -> str:
        """Return the card's line: "3 VP", "1 VP for every 10 cards you have"."""
        line = f"{self.points} {'VP' if language == 'en' else 'SP'}"
        if not self.per:
            return line
        if self.name:
            counted = WORDS["card"][self.name][language]
            each = {"en": f"for each {counted} you have", "de": f"für jede deiner Karten {counted}"}
            return f"{line} {each[language]}"
        counted = WORDS["kinds"]["different" if self.different else self.of][language]
        if language == "en":
            return f"{line} for every {self.per} {counted} you have"
        return f"{line} für je {self.per} deiner {counted}"


def points(player: Player) -> int:
    """Victory points of all that a seat owns, tokens included."""
    deck = player.owned()
    return player.vp + sum([card.worth.value(deck) for card in deck if card.worth])


def ranks(scores: Sequence[int], turns: Sequence[int]) -> list[int]:
    """Ranks by seat: more points first, then fewer turns."""
    return rank([(score, -taken) for score, taken in zip(scores, turns, strict=True)])
