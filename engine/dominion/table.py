"""The fixed part of a game of Dominion: its piles, and the rarer rules it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.dominion.card import Card

Offer = tuple[tuple[Card, ...], tuple[str, ...]]  # piles, and their names


@dataclass(frozen=True, slots=True)
class Table:
    """A game's fixed data, shared by its copies."""

    seats: int
    kingdom: tuple[Card, ...]
    piles: tuple[Card, ...]  # every pile of the supply, by cost, then name
    start_seat: int
    turn_limit: int
    bane: Card | None  # one more pile of the kingdom
    beside: tuple[Card, ...]  # cards of this game without a pile: Prizes, the Black Market deck
    cards: tuple[Card, ...]  # all cards of this game, by cost, then name
    ends_when_empty: tuple[Card, ...]  # any of these piles empty ends the game
    piles_to_end: int  # and so do this many empty piles
    triggers: frozenset[str]  # those at which a card of this game may react from somebody's hand
    listening: tuple[Card, ...]  # cards with rules for games with them
    forbidding: tuple[str, ...]  # cards that may forbid buying what `State.tokens` names for them
    gain_triggers: bool  # whether anything can happen when a card is bought or gained
    forbids: bool  # whether anything can forbid buying a card
    costs_change: bool  # whether anything can change what cards cost
    costs: dict[str, int]  # printed, by name
    tokens: tuple[str, ...]  # the kinds of tokens that players have
    durations: bool  # whether cards may stay in play
    immunity: bool  # whether a card in play may shield its owner from Attacks
    returns: bool  # whether a card may go onto the deck when it is discarded from play
    remembers_gains: bool  # whether it matters what a seat gained on its last turn
    extra_turns: bool  # whether a seat may take an extra turn
    shows: frozenset[str]  # keys of the view that only games with certain cards have
    # while no pile is empty (see `State.offers`)
    offers: dict[tuple[int, int], Offer] = field(default_factory=dict, compare=False)

    def key(self) -> tuple[Any, ...]:
        """Return the values that the rest of a table follows from."""
        limits = self.start_seat, self.turn_limit
        return self.seats, self.kingdom, self.piles, *limits, self.bane, self.beside


def offer(piles: Sequence[Card]) -> Offer:
    return tuple(piles), tuple([card.name for card in piles])
