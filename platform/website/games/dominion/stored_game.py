"""What a stored game shows: each seat's gains, card by card, and the decks at its end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from engine.dominion.card import CARDS, Card
from engine.dominion.replay import ReplayState
from website.games.contract import Event, PlayerResult
from website.games.dominion.card_view import card_title, card_view_of

MOST_CARDS = 16  # rows of all seats together: as many as fit the picture
MOST_COPIES = 10
T = TypeVar("T")


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


class GainedCard(NamedTuple):
    """A card and the events with which its copies came; `more` of them are not drawn."""

    name: str
    colour: str
    copies: list[int]
    more: int


class GainedDeck(NamedTuple):
    player: PlayerResult
    cards: list[GainedCard]


class GainedCards(NamedTuple):
    decks: list[GainedDeck]
    last: int


def gained_cards(events: Iterable[Event], players: Sequence[PlayerResult]) -> GainedCards:
    gained: list[dict[str, list[int]]] = [{} for _ in players]
    number = 0
    for number, event in enumerate(events, 1):
        if event["type"] == "gain":
            for card in event.get("cards", ()):
                gained[event["seat"]].setdefault(card, []).append(number)
    most = MOST_CARDS // len(players)
    decks = []
    for player, own in zip(players, gained, strict=True):
        cards = [
            GainedCard(
                (shown := card_view_of(card)).name,
                shown.kinds[0].colour,
                events_of_copies[:MOST_COPIES],
                len(events_of_copies[MOST_COPIES:]),
            )
            for card, events_of_copies in _by_cost(own)[:most]
        ]
        decks.append(GainedDeck(player, cards))
    return GainedCards(decks, number)


def _by_cost(by_name: Mapping[str, T]) -> list[tuple[Card, T]]:
    """Return the cards with what belongs to them, dearest first."""
    cards = [(CARDS[name], value) for name, value in by_name.items()]
    return sorted(cards, key=lambda pair: (-pair[0].cost, pair[0].name))
