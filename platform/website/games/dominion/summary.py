"""Each seat's gains, card by card."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.dominion.card import CARDS, Card
from website.games.contract import Event, PlayerResult
from website.games.dominion.card_view import card_view_of

MOST_CARDS = 16  # rows of all seats together: as many as fit the picture
MOST_COPIES = 10


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
    at = 0
    for at, event in enumerate(events, 1):
        if event["type"] == "gain":
            for card in event.get("cards", ()):
                gained[event["seat"]].setdefault(card, []).append(at)
    most = MOST_CARDS // len(players)
    decks = [
        GainedDeck(player, _dearest(cards, most))
        for player, cards in zip(players, gained, strict=True)
    ]
    return GainedCards(decks, at)


def _dearest(gained: dict[str, list[int]], most: int) -> list[GainedCard]:
    found = sorted(((CARDS[name], copies) for name, copies in gained.items()), key=_price)
    return [
        GainedCard(
            (shown := card_view_of(card)).name,
            shown.kinds[0].colour,
            copies[:MOST_COPIES],
            len(copies[MOST_COPIES:]),
        )
        for card, copies in found[:most]
    ]


def _price(gained: tuple[Card, list[int]]) -> tuple[int, str]:
    return -gained[0].cost, gained[0].name
