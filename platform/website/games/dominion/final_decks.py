"""The decks at the end of a stored game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.dominion.card import CARDS, Card
from engine.dominion.replay import ReplayState
from website.games.contract import Event
from website.games.dominion.card_view import card_title


class CardLine(NamedTuple):
    """Copies of a card, and the points that they are worth together."""

    name: str
    copies: int
    points: int


@dataclass(frozen=True)
class FinalDeck:
    """A seat's deck; `cards` by cost, dearest first."""

    seat: int
    name: str
    cards: Sequence[tuple[Card, int]]
    tokens: int
    turns: int

    @property
    def worth(self) -> list[CardLine]:
        """Cards with points, and Curses."""
        deck = [card for card, count in self.cards for _ in range(count)]
        return [
            CardLine(card_title(card.name), count, count * card.worth.value(deck))
            for card, count in self.cards
            if card.worth
        ]

    @property
    def others(self) -> list[CardLine]:
        return [
            CardLine(card_title(card.name), count, 0)
            for card, count in self.cards
            if not card.worth
        ]

    @property
    def points(self) -> int:
        return self.tokens + sum(line.points for line in self.worth)

    @property
    def size(self) -> int:
        return sum(count for _, count in self.cards)


def final_decks(
    record: dict[str, Any], events: Iterable[Event], names: Sequence[str]
) -> list[FinalDeck]:
    """Return each seat's deck after the last event. Raises BadConfig for other rules."""
    table = ReplayState(record)
    for event in events:
        table.apply(event)
    seats = table.position()["seats"]
    return [
        FinalDeck(seat, name, _by_cost(shown["cards"]), shown["vp"], shown["turns"])
        for seat, (name, shown) in enumerate(zip(names, seats, strict=True))
    ]


def _by_cost(counts: dict[str, int]) -> list[tuple[Card, int]]:
    found = [(CARDS[name], count) for name, count in counts.items()]
    return sorted(found, key=lambda pair: (-pair[0].cost, pair[0].name))
