"""A seat's view, and the log as it saw it."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from engine.dominion.card import Card, names
from engine.dominion.moves import black_market
from engine.dominion.moves.durations import due_cards
from engine.dominion.player import ALL, Player
from engine.dominion.state import LogLine, State
from engine.game import JsonObject

COUNTERS = ("phase", "actions", "buys", "coins")
by_name = attrgetter("name")


def view(state: State, seat: int | None) -> JsonObject:
    """Return the table as `seat` sees it, JSON-ready; None sees all. Keys: docs/protocol.md."""
    supply = {card.name: left for card, left in state.supply.items()}
    mask = None if seat is None else 1 << seat
    own = (seat, state.current) if seat == state.turn_order.possessor else (seat,)
    seen: JsonObject = {
        "turn": state.players[state.current].turns + (state.phase != "over"),
        "phase": state.phase,
        "current": state.current,
        "actions": state.actions,
        "buys": state.buys,
        "coins": state.coins,
        "supply": supply,
        "costs": costs(state),
        "trash": names(state.trash),
        "tokens": dict(state.tokens),
        "seats": [
            _seat(player, mask, seat is None or owner in own)
            for owner, player in enumerate(state.players)
        ],
    }
    if state.table.shows:
        _add_rare(state, seen, seat)
    return seen


def _add_rare(state: State, seen: JsonObject, seat: int | None) -> None:
    shows = state.table.shows
    for key, show in RARE.items():
        if key in shows:
            seen[key] = show(state)
    if "black_market" in shows:
        seen["black_market"] = black_market.view_of_deck(state, seat)
    for owner, (player, zones) in enumerate(zip(state.players, seen["seats"], strict=True)):
        if "tokens" in shows:
            zones["tokens"] = dict.fromkeys(state.table.tokens, 0) | player.tokens
        if "mats" in shows:
            zones["mats"] = mats(player, ALL if seat is None else 1 << seat)
        if "next_turn" in shows:
            zones["next_turn"] = names(due_cards(state, owner))


RARE: dict[str, Callable[[State], Any]] = {
    "extra": lambda state: state.turn_order.extra or None,
    "possessor": lambda state: state.turn_order.possessor,
    "potions": lambda state: state.potions,
    "potion_costs": lambda state: names([card for card in state.table.cards if card.potion]),
    "prizes": lambda state: names(state.prizes),
    "bane": lambda state: state.table.bane.name if state.table.bane else None,
}


def mats(player: Player, mask: int) -> dict[str, list[str | None]]:
    """Return the cards on each mat that is not empty; None for a card that `mask` has not seen."""
    seen: dict[str, list[str | None]] = {}
    for mat, card, who in player.mats:
        seen.setdefault(mat, []).append(card.name if who & mask else None)
    return seen


def costs(state: State) -> dict[str, int]:
    """Return the current cost of each pile and each card turned up, by name."""
    if not (state.table.costs_change or state.on_offer):
        return state.table.costs.copy()
    less = state.reductions()
    cards = (*state.table.piles, *state.on_offer)
    return {card.name: state.reduced(card, less) for card in cards}


def _seat(player: Player, mask: int | None, own: bool) -> JsonObject:
    discard = player.discard
    seen: JsonObject = {
        "hand": sorted([card.name for card in player.hand]) if own else None,
        "hand_size": len(player.hand),
        "deck_size": len(player.deck),
        "discard_size": len(discard),
        "discard_top": discard[-1].name if discard else None,
        "in_play": [card.name for card in player.in_play],
        "set_aside": [],
        "vp": player.vp,
        "turns": player.turns,
        "cards": count_by_name(player.owned()),
        "known": _known_cards(player, mask, own),
    }
    if player.set_aside:
        everything = ALL if mask is None else mask
        seen["set_aside"] = [
            card.name if everything & who else None for card, who in player.set_aside
        ]
    if player.tokens:
        seen["tokens"] = player.tokens.copy()
    if mask is None:
        seen["deck"] = names(reversed(player.deck))
        seen["discard"] = names(discard)
    return seen


def count_by_name(cards: list[Card]) -> dict[str, int]:
    """Count the cards of each name, by name."""
    return {card.name: cards.count(card) for card in sorted(set(cards), key=by_name)}


def _known_cards(player: Player, mask: int | None, own: bool) -> JsonObject:
    known: JsonObject = {}
    if player.deck_seen_by and mask is not None:
        top = deck_top(player, mask)
        if any(top):
            known["deck"] = top
    if mask and player.hand_open_to & mask and not own:
        known["hand"] = sorted(names(player.hand))
    elif player.hand_shown and not own:
        known["hand"] = sorted(names(player.hand_shown))
    return known


def deck_top(player: Player, mask: int) -> list[str | None]:
    """Return the deck's topmost cards, top first: names of what `mask` has seen, else None."""
    start = len(player.deck) - len(player.deck_seen_by)
    tops: list[str | None] = [
        card.name if who & mask else None
        for card, who in zip(player.deck[start:], player.deck_seen_by, strict=True)
    ]
    tops.reverse()
    while tops and tops[-1] is None:
        tops.pop()
    return tops


def events(log: list[LogLine], seat: int | None, since: int, seats: int) -> list[JsonObject]:
    """Return the log from `since` on; who was not to see the cards gets their number as `count`."""
    if seat is not None:
        return [_event(line, 1 << seat) for line in log[since:]]
    whole: list[JsonObject] = []
    for line in log[since:]:
        event, who = _event(line, ALL), line[3]
        if who != ALL and "cards" in event:
            event["seen_by"] = [viewer for viewer in range(seats) if who >> viewer & 1]
        whole.append(event)
    return whole


def _event(line: LogLine, mask: int) -> JsonObject:
    kind, seat, cards, who, more = line
    event: JsonObject = {"type": kind, "seat": seat}
    if more:
        event.update(zip(COUNTERS, more, strict=True) if isinstance(more, tuple) else more)
    if cards:
        if who & mask:
            event["cards"] = names(cards)
        else:
            event["count"] = len(cards)
    return event


def open_cards(cards: list[Card]) -> list[str]:
    """Return a pile that anybody may count, as sorted names."""
    return sorted(names(cards))
