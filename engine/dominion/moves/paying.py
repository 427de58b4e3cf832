"""Paying: coin tokens, and more than a card costs."""

from __future__ import annotations

from engine.dominion.card import Card
from engine.dominion.moves.triggers import bought
from engine.dominion.state import State
from engine.dominion.steps import Frame, Step, Trait, verb

COIN = "coin"  # the name of coin tokens


def ask_amount(state: State, at: Frame, most: int, then: Step, about: str) -> None:
    """Ask for a number up to `most`; it is then the frame's `it`."""
    numbers = tuple(range(most + 1))
    state.ask(at, "amount", numbers, then, options=numbers, about=about)


def coin_tokens(state: State, seat: int) -> int:
    return state.players[seat].tokens.get(COIN, 0)


@verb(
    "+{amount:coin token|coin tokens}.",
    "+{amount:Geldmarker|Geldmarker}.",
    traits=Trait.COIN_TOKENS,
)
def plus_coin_tokens(state: State, at: Frame, amount: int) -> None:
    state.take_tokens(at.seat, COIN, amount)


@verb()
def may_spend_tokens(state: State, at: Frame) -> None:
    """Ask how many coin tokens to spend before the first purchase."""
    held = coin_tokens(state, at.seat)
    if held:
        ask_amount(state, at, held, tokens_spent(), "coin tokens")


@verb()
def tokens_spent(state: State, at: Frame) -> None:
    amount = at.it[0]
    if amount:
        state.take_tokens(at.seat, COIN, -amount)
        state.coins += amount


def pay_for(state: State, at: Frame, card: Card, origin: str = "supply") -> None:
    """Pay the price, and more where the card allows it; then buy the card."""
    state.coins -= state.cost(card) if state.table.costs_change else card.cost
    if card.potion:
        state.take_potions(-card.potion)
    if card.when_overpaid and (state.coins or state.potions):
        state.push(at._replace(source=card), may_overpay(origin))
    else:
        bought(state, at, card, origin=origin)


@verb()
def may_overpay(state: State, at: Frame, origin: str) -> None:
    """Ask how much more is paid for the card `source` that is being bought."""
    ask_amount(state, at, state.coins, overpaid(origin), "coins")


@verb()
def overpaid(state: State, at: Frame, origin: str) -> None:
    coins = at.it[0]
    state.coins -= coins
    if state.potions:
        state.push(at._replace(it=(), many=coins), may_overpay_potions(origin))
    elif at.source:
        bought(state, at, at.source, coins, origin=origin)


@verb()
def may_overpay_potions(state: State, at: Frame, origin: str) -> None:
    ask_amount(state, at, state.potions, overpaid_potions(origin), "potions")


@verb()
def overpaid_potions(state: State, at: Frame, origin: str) -> None:
    potions = at.it[0]
    if potions:
        state.take_potions(-potions)
    if at.source:
        bought(state, at, at.source, at.many, potions, origin=origin)
