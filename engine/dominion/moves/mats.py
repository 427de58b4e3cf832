"""Mats: cards that their owner has set aside for longer than a card takes to be played."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominion.card import Card
from engine.dominion.player import ALL, Player
from engine.dominion.state import State
from engine.dominion.steps import Frame, Trait


def who_sees(mat: Card, eyes: int) -> int:
    """Return who sees the cards on a mat whose owner's cards `eyes` see."""
    return ALL if Trait.OPEN_MAT in mat.traits else eyes


def put_on_mat(state: State, at: Frame, cards: Sequence[Card], origin: str) -> None:
    """Put cards that have left the zone `origin` onto the mat of the card that says so."""
    mat = at.source
    if mat is None or not cards:
        return
    player = state.players[at.seat]
    mask = who_sees(mat, state.eyes(at.seat))
    player.mats = (*player.mats, *[(mat.name, card, mask) for card in cards])
    state.write_from(origin, "mat", at.seat, cards, mask, about=mat.name)


def leave_mat(player: Player, name: str, cards: Sequence[Card]) -> bool:
    """Take cards from a mat; return whether everybody saw them there."""
    left = list(player.mats)
    everybody_saw = True
    for card in cards:
        place = next(n for n, entry in enumerate(left) if entry[:2] == (name, card))
        _, _, mask = left.pop(place)
        everybody_saw = everybody_saw and mask == ALL
    player.mats = tuple(left)
    return everybody_saw


def take_from_mat(state: State, seat: int, name: str, cards: Sequence[Card]) -> None:
    """Take cards from a mat into the hand."""
    if not cards:
        return
    player = state.players[seat]
    everybody_saw = leave_mat(player, name, cards)
    if player.hand_open_to and not everybody_saw:
        state.close_hand(seat)
    player.hand += cards
    if everybody_saw:
        player.hand_shown += cards
    mask = ALL if everybody_saw else state.eyes(seat)
    state.write_from("mat", "take", seat, cards, mask, about=name)
