"""One seat's cards as plain data. A deck's top card stands last.

Beside its cards a zone keeps who has seen them, as bit masks over the seats, so that views and
knowledge can be told without replaying.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.dominion.card import Card

ALL = -1  # the mask of a card that everybody has seen


class Player:
    """One seat's cards. `seen`: for the topmost cards of the deck, top last, who has seen them."""

    __slots__ = (
        "aside",
        "deck",
        "discard",
        "hand",
        "in_play",
        "seen",
        "shown",
        "shuffles",
        "turns",
        "veiled",
        "vp",
    )

    def __init__(self) -> None:
        self.hand: list[Card] = []
        self.deck: list[Card] = []
        self.discard: list[Card] = []
        self.in_play: list[Card] = []
        self.aside: list[tuple[Card, int]] = []  # revealed or looked at, with who sees it
        self.seen: list[int] = []
        self.shown: list[Card] = []  # cards in hand that everybody has seen go there
        self.veiled: list[Card] = []  # cards in the discard pile that only the owner has seen
        self.vp = 0
        self.turns = 0
        self.shuffles = 0

    def copy(self) -> Player:
        """An independent copy; field by field, because searching bots copy a lot."""
        new = Player.__new__(Player)
        new.hand = self.hand[:]
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        new.in_play = self.in_play[:]
        new.aside = self.aside[:]
        new.seen = self.seen[:]
        new.shown = self.shown[:]
        new.veiled = self.veiled[:]
        new.vp = self.vp
        new.turns = self.turns
        new.shuffles = self.shuffles
        return new

    def key(self) -> tuple[Any, ...]:
        """All there is to this player as one value, to compare and to hash."""
        zones = (getattr(self, name) for name in sorted(self.__slots__))
        return tuple([tuple(zone) if isinstance(zone, list) else zone for zone in zones])

    def top_seen_by_all(self, count: int) -> list[Card]:
        """Those of the deck's topmost cards that everybody has seen."""
        depth = min(count, len(self.seen))
        start, known = len(self.deck) - depth, len(self.seen) - depth
        pairs = zip(self.deck[start:], self.seen[known:], strict=True)
        return [card for card, who in pairs if who == ALL]

    def uncover(self) -> None:
        """After cards have left the discard pile: what lies open on top is hidden no more."""
        if self.veiled:
            below = Counter(self.discard[:-1])
            self.veiled = list((Counter(self.veiled) & below).elements())

    def owned(self) -> list[Card]:
        """Every card this seat owns, wherever it is."""
        aside = [card for card, _ in self.aside]
        return self.hand + self.deck + self.discard + self.in_play + aside
