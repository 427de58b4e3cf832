"""Cards that are revealed or looked at: they are set aside until they land somewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import chance
from engine.dominion.card import Card, by_order
from engine.dominion.moves.triggers import offer_discard_reactions
from engine.dominion.player import ALL, Player
from engine.dominion.state import State


def reveal_top(state: State, seat: int, count: int) -> list[Card]:
    """Reveal up to `count` cards from the top of a deck, first one first."""
    return _take(state, seat, count, "reveal", ALL)


def reveal_until(state: State, seat: int, fits: Callable[[Card], bool]) -> list[Card]:
    """Reveal from the deck until such a card comes or none is left; that card, if any."""
    while card := reveal_top(state, seat, 1):
        if fits(card[0]):
            return card
    return []


def look_at_top(state: State, seat: int, count: int, mask: int | None = None) -> list[Card]:
    return _take(state, seat, count, "look", state.eyes(seat) if mask is None else mask)


def _take(state: State, seat: int, count: int, kind: str, mask: int) -> list[Card]:
    cards = state.take_from_deck(seat, count)
    state.players[seat].set_aside += [(card, mask) for card in cards]
    if cards:
        state.write(kind, seat, cards, mask)
    return cards


def look_at_bottom(state: State, seat: int) -> bool:
    """Let the seat see the bottom card of its deck; return whether there is one."""
    player = state.players[seat]
    if not player.deck and player.discard:
        state.shuffle(seat)
    if not player.deck:
        return False
    unseen = len(player.deck) - len(player.deck_seen_by)
    player.deck_seen_by = [0] * unseen + player.deck_seen_by
    player.deck_seen_by[0] |= state.eyes(seat)
    state.write_from("bottom", "look", seat, player.deck[:1], state.eyes(seat))
    return True


def raise_bottom(state: State, seat: int) -> None:
    """Put the bottom card of the deck, which its owner has seen, on top."""
    player = state.players[seat]
    card, mask = player.deck.pop(0), player.deck_seen_by.pop(0)
    state.put_on_deck(seat, card, mask)
    state.write_from("bottom", "put_back", seat, (card,), mask)


def reveal_hand(state: State, seat: int) -> list[Card]:
    player = state.players[seat]
    player.hand_shown = player.hand[:]
    cards = sorted(player.hand, key=by_order)
    state.write_from("hand", "reveal", seat, cards)
    return cards


def look_through_discard(state: State, seat: int) -> list[Card]:
    """Return the discard pile, by cost, then name; it is open once a possessor looks through it."""
    player = state.players[seat]
    if state.possessor_of(seat) is not None:
        player.discard_hidden.clear()
    return sorted(player.discard, key=by_order)


def looked_at(state: State, seat: int) -> list[Card]:
    """Return the cards set aside, by cost, then name."""
    return sorted([card for card, _ in state.players[seat].set_aside], key=by_order)


def leave_aside(player: Player, cards: Sequence[Card]) -> list[int]:
    """Take cards from those set aside; return the masks of who saw them."""
    masks = []
    for card in cards:
        place = next(place for place, entry in enumerate(player.set_aside) if entry[0] is card)
        masks.append(player.set_aside.pop(place)[1])
    return masks


def discard_aside(state: State, seat: int, cards: Sequence[Card]) -> None:
    """Discard cards set aside; the others see only the last of those looked at."""
    if not cards:
        return
    player = state.players[seat]
    masks = leave_aside(player, cards)
    player.discard += cards
    player.discard_hidden += [
        card for card, who in zip(cards[:-1], masks[:-1], strict=True) if who != ALL
    ]
    mask = ALL if all(who == ALL for who in masks) or len(cards) == 1 else state.eyes(seat)
    state.write_from("set_aside", "discard", seat, cards, mask, top=cards[-1].name)
    offer_discard_reactions(state, seat, cards)


def trash_aside(state: State, seat: int, cards: Sequence[Card]) -> None:
    if cards:
        leave_aside(state.players[seat], cards)
        state.put_into_trash(seat, cards)
        state.write_from("set_aside", "trash", seat, cards)


def take_aside(state: State, seat: int, cards: Sequence[Card]) -> None:
    """Take cards set aside into the hand."""
    if not cards:
        return
    player = state.players[seat]
    masks = leave_aside(player, cards)
    if player.hand_open_to and any(who != ALL for who in masks):
        state.close_hand(seat)
    player.hand += cards
    player.hand_shown += [card for card, who in zip(cards, masks, strict=True) if who == ALL]
    mask = ALL if all(who == ALL for who in masks) else state.eyes(seat)
    state.write("take", seat, cards, mask)


def return_aside(state: State, seat: int, cards: Sequence[Card]) -> None:
    """Put cards set aside onto the deck, the first on top."""
    if not cards:
        return
    put_in_order(state, seat, cards, leave_aside(state.players[seat], cards), "set_aside")


def put_in_order(
    state: State, seat: int, cards: Sequence[Card], masks: Sequence[int], origin: str
) -> None:
    """Put cards from the zone `origin` onto the deck, the first on top.

    Others keep knowing them only if the order tells nothing.
    """
    tells_nothing = len(set(cards)) == 1
    for card, who in zip(reversed(cards), reversed(masks), strict=True):
        state.put_on_deck(seat, card, who if tells_nothing else state.eyes(seat))
    open_to_all = tells_nothing and all(who == ALL for who in masks)
    state.write_from(origin, "put_back", seat, cards, ALL if open_to_all else state.eyes(seat))


def shuffle_into_deck(state: State, seat: int, cards: Sequence[Card]) -> None:
    """Show cards and shuffle them into the deck."""
    player = state.players[seat]
    player.deck = sorted([*player.deck, *cards], key=by_order)
    player.deck_seen_by.clear()
    chance.shuffle(player.deck, state.seed, seat, player.shuffles)
    player.shuffles += 1
    state.gained_where = tuple([gained for gained in state.gained_where if gained[1] != "deck"])
    state.write("shuffle_in", seat, cards)
