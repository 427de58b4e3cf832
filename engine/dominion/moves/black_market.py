"""The Black Market deck: cards without a pile, bought where they are turned up."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominion.card import Card, names
from engine.dominion.player import ALL
from engine.dominion.state import State
from engine.game import JsonObject


def turn_up(state: State, seat: int, count: int) -> bool:
    """Turn up to `count` cards from the top; return whether there was one."""
    cards = [card for card, _ in state.market[:count]]
    if cards:
        show(state, cards)
        state.write("turn_up", seat, cards)
    return bool(cards)


def show(state: State, cards: Sequence[Card]) -> None:
    """Lay these cards of the deck open."""
    state.market = tuple([entry for entry in state.market if entry[0] not in cards])
    state.on_offer = tuple(cards)


def put_under(state: State, seat: int, cards: Sequence[Card]) -> None:
    """Put the cards turned up under the deck, the first uppermost; who does so knows the order."""
    if cards:
        mask = state.eyes(seat) if len(cards) > 1 else ALL
        lay_under(state, cards, mask)
        state.write("put_under", seat, cards, mask)


def lay_under(state: State, cards: Sequence[Card], mask: int) -> None:
    state.on_offer = ()
    state.market = (*state.market, *[(card, mask) for card in cards])


def view_of_deck(state: State, seat: int | None) -> JsonObject:
    """Return the deck's size, cards turned up, and those whose order the seat knows, top first."""
    known = [card for card, who in state.market if seat is None or who >> seat & 1]
    return {"size": len(state.market), "shown": names(state.on_offer), "known": names(known)}
