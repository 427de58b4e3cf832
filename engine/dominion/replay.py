"""A stored game of Dominion shown again, event by event.

Each event moves the cards of a `State` by the engine's own moves. Where the log of older rules is
silent, a missing card is fetched from wherever its owner has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.dominion import black_market, mats, reveal, scoring, setup, view
from engine.dominion.card import Card, named
from engine.dominion.durations import at_next_turn
from engine.dominion.extra_turns import TurnOrder
from engine.dominion.player import ALL, Player
from engine.dominion.possession import open_to_possessor
from engine.dominion.state import LESS, State
from engine.dominion.steps import Frame
from engine.dominion.triggers import arrive, show_in_hand
from engine.game import BadConfig, JsonObject

ZONES = ("deck", "discard", "in_play", "hand")


class ReplayState:
    """A dealt game's position; `record` has its config, seats and seed."""

    def __init__(self, record: JsonObject) -> None:
        if "position" in record["config"]:
            raise BadConfig("a replay begins with a deal, not at a position")
        self.state = setup.laid_out(record["seats"], record["seed"], record["config"], log=False)
        self.has_begun = False
        self.has_tidied = False

    def apply(self, event: JsonObject) -> None:
        """Do what the event tells, if its kind is known; BadConfig for an unknown card."""
        kind = event["type"]
        if kind in ("turn", "end"):
            self._pass_on(event)
        elif kind in APPLY:
            cards = tuple([named(name) for name in event.get("cards", ())])
            APPLY[kind](self.state, event["seat"], cards, event)
            self.has_tidied = self.has_tidied or kind == "clean_up"

    def _pass_on(self, event: JsonObject) -> None:
        state = self.state
        if self.has_begun:
            player = state.players[state.current]
            if not self.has_tidied:
                player.tidy(player.in_play)
            player.turns += not state.turn_order.extra
        self.has_begun, self.has_tidied = True, False
        state.turn_order = TurnOrder(event.get("extra", ""), possessor=event.get("by"))
        if event["type"] == "end":
            state.phase = "over"
        else:
            state.begin_turn(event["seat"])
            state.players[event["seat"]].next_turn = ()
            if "by" in event:
                open_to_possessor(state)

    @property
    def scores(self) -> list[int]:
        return [scoring.points(player) for player in self.state.players]

    def position(self) -> JsonObject:
        """`view(None)`, and for each seat who has seen which cards."""
        shown = view.view(self.state, None)
        for seat, player in zip(shown["seats"], self.state.players, strict=True):
            seat["who"] = {
                "set_aside": [mask for _, mask in player.set_aside],
                "hand": sorted([card.name for card in player.hand_shown]),
                "deck": player.deck_seen_by[::-1],
                "whole_hand": player.hand_open_to,
            }
            if player.mats:
                seat["who"]["mats"] = _by_mat(player)
        if "black_market" in shown:
            shown["black_market"]["who"] = [who for _, who in self.state.market]
        return shown


def seen_by(position: JsonObject, seat: int | None) -> JsonObject:
    """Return a replay's position in the shape of `view(seat)`; None: what all saw."""
    mask = 0 if seat is None else 1 << seat
    decides = seat is not None and seat == position.get("possessor")
    own = (seat, position["current"]) if decides else (seat,)
    seats = [_seen_seat(one, mask, own=owner in own) for owner, one in enumerate(position["seats"])]
    seen = {**position, "seats": seats}
    if "black_market" in position:
        seen["black_market"] = _seen_market(position["black_market"], mask)
    return seen


def _seen_market(deck: JsonObject, mask: int) -> JsonObject:
    known = [name for name in _mask_names(deck["known"], deck["who"], mask) if name]
    return {"size": deck["size"], "shown": deck["shown"], "known": known}


def _seen_seat(one: JsonObject, mask: int, *, own: bool) -> JsonObject:
    secret = ("deck", "discard", "who")
    seen = {key: value for key, value in one.items() if key not in secret}
    who = one.get("who") or {"set_aside": [0] * len(one["set_aside"]), "hand": [], "deck": []}
    seen["set_aside"] = _mask_names(one["set_aside"], who["set_aside"], mask)
    if "mats" in one:
        seen["mats"] = _masked_mats(one["mats"], who.get("mats", {}), mask)
    top = _mask_names(one.get("deck", ()), who["deck"], mask)
    while top and top[-1] is None:
        top.pop()
    known: JsonObject = {"deck": top} if top else {}
    if not own:
        seen["hand"] = None
        if who.get("whole_hand", 0) & mask:
            known["hand"] = one["hand"]
        elif who["hand"]:
            known["hand"] = who["hand"]
    return {**seen, "known": known}


def _by_mat(player: Player) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for mat, _, who in player.mats:
        found.setdefault(mat, []).append(who)
    return found


def _masked_mats(shown: JsonObject, who: JsonObject, mask: int) -> JsonObject:
    return {mat: _mask_names(names, who[mat], mask) for mat, names in shown.items()}


def _mask_names(names: Sequence[str], masks: Sequence[int], mask: int) -> list[str | None]:
    return [
        name if who == ALL or who & mask else None for name, who in zip(names, masks, strict=False)
    ]


# --- what each event does ---------------------------------------------------------------------


Apply = Callable[[State, int, tuple[Card, ...], JsonObject], None]


def _shuffle(state: State, seat: int, _cards: tuple[Card, ...], _event: JsonObject) -> None:
    state.shuffle(seat)


def _draw(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    _stack(state.players[seat], cards)
    state.draw(seat, len(cards))


def _play(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    state.players[seat].in_play += cards


def _react(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    for card in cards:
        lies_open = card.reaction and card.reaction.trigger == "discard"
        if not lies_open:
            show_in_hand(state, seat, card)


def _gain(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    for card in cards:
        if event.get("from") == "trash":
            if card in state.trash:
                state.trash.remove(card)
            state.put_into(seat, card, event["to"])
        elif event.get("from") in ("prizes", "market"):
            arrive(state, seat, card, event["to"], event["from"])
        else:
            state.take_from_supply(seat, card, event["to"])


def _discard(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    state.players[seat].discard += cards


def _clean_up(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    player = state.players[seat]
    _fetch(player, player.in_play, cards)
    player.tidy(cards)


def _trash(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    state.put_into_trash(seat, cards)


def _put_back(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if event.get("from") == "bottom":
        reveal.raise_bottom(state, seat)
        return
    masks = _leave(state, seat, cards, event)
    if event.get("from", "hand") in ("hand", "discard"):
        masks = [_viewers(event)] * len(cards)
    reveal.put_in_order(state, seat, cards, masks, "")


def _take(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    player = state.players[seat]
    if event.get("from") == "mat":
        mats.take_from_mat(state, seat, event["about"], cards)
        return
    if event.get("from") == "discard":
        _leave(state, seat, cards, event)
        player.hand += cards
        player.hand_shown += cards
        return
    unseen = _missing([card for card, _ in player.set_aside], cards)
    if unseen:  # drawn and kept at once
        _stack(player, unseen)
        reveal.look_at_top(state, seat, len(unseen))
    reveal.take_aside(state, seat, cards)


def _reveal(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if event.get("from") == "hand":
        for card in cards:
            show_in_hand(state, seat, card)
    elif cards:
        _stack(state.players[seat], cards)
        reveal.reveal_top(state, seat, len(cards))


def _look(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if event.get("from") == "bottom":
        _put_at_bottom(state.players[seat], cards[0])
        reveal.look_at_bottom(state, seat)
        return
    _stack(state.players[seat], cards)
    reveal.look_at_top(state, seat, len(cards), _viewers(event))


def _set_aside(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    aside = state.players[seat].set_aside
    for card in cards:
        seen = [n for n, (one, who) in enumerate(aside) if one is card and who != ALL]
        if seen:  # it was drawn unseen and lies open now
            aside[seen[0]] = (card, ALL)
        else:
            aside.append((card, ALL))


def _shuffle_in(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    _leave(state, seat, cards, {"from": "discard", "type": "shuffle_in"})
    reveal.shuffle_into_deck(state, seat, cards)


def _pass(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    mats.leave_mat(state.players[seat], event["about"], cards)
    state.put_into(state.others(seat)[0], cards[0], "hand")


def _discard_deck(state: State, seat: int, _cards: tuple[Card, ...], _event: JsonObject) -> None:
    player = state.players[seat]
    player.discard += reversed(player.deck)
    player.deck.clear()
    player.deck_seen_by.clear()


def _mat(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    player, mask = state.players[seat], _viewers(event)
    player.mats = (*player.mats, *[(event["about"], card, mask) for card in cards])


def _next_turn(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    player = state.players[seat]
    later = at_next_turn(()), Frame(seat, seat, cards[0], event["placing"])
    player.next_turn = (*player.next_turn, later)


def _tokens(state: State, seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    if "vp" in event:
        state.players[seat].vp += event["vp"]
    else:
        state.take_tokens(seat, event["token"], event["amount"])


def _potions(state: State, _seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    state.potions += event["amount"]


def _cheaper(state: State, _seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    state.count_this_turn(LESS, event["amount"])


def _on_mat(state: State, _seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if "about" in event:
        mat = state.tokens.get(event["about"], [])
        state.set_tokens(event["about"], [*mat, *[card.name for card in cards]])


def _token_on_pile(state: State, _seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    tokens = state.tokens.get(event["about"], {})
    pile = cards[0].name
    state.set_tokens(event["about"], {**tokens, pile: tokens.get(pile, 0) + 1})


def _return(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    _fetch(state.players[seat], state.players[seat].hand, cards)
    state.return_to_pile(seat, cards[0], len(cards))


def _turn_up(state: State, _seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    black_market.show(state, cards)


def _put_under(state: State, _seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    black_market.lay_under(state, cards, _viewers(event))


def _counters(state: State, _seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    state.phase, state.coins = event["phase"], event["coins"]
    state.actions, state.buys = event["actions"], event["buys"]


APPLY: dict[str, Apply] = {
    "shuffle": _shuffle,
    "draw": _draw,
    "play": _play,
    "react": _react,
    "gain": _gain,
    "discard": _discard,
    "clean_up": _clean_up,
    "trash": _trash,
    "put_back": _put_back,
    "take": _take,
    "reveal": _reveal,
    "look": _look,
    "set_aside": _set_aside,
    "pass": _pass,
    "mat": _mat,
    "next_turn": _next_turn,
    "shuffle_in": _shuffle_in,
    "discard_deck": _discard_deck,
    "tokens": _tokens,
    "name": _on_mat,
    "pile_token": _on_mat,
    "potions": _potions,
    "cheaper": _cheaper,
    "token_on_pile": _token_on_pile,
    "return": _return,
    "turn_up": _turn_up,
    "put_under": _put_under,
    "counters": _counters,
}


# --- where cards are --------------------------------------------------------------------------


def _leave(state: State, seat: int, cards: Sequence[Card], event: JsonObject) -> list[int]:
    player = state.players[seat]
    origin = event.get("from", "hand")
    if origin == "set_aside" and not _missing([card for card, _ in player.set_aside], cards):
        return reveal.leave_aside(player, cards)
    if origin == "mat":
        mats.leave_mat(player, event["about"], cards)
    elif origin == "hand":
        _fetch(player, player.hand, cards)
        state.leave_hand(seat, cards, openly=_viewers(event) == ALL)
    elif origin == "deck":
        _stack(player, cards)
        state.take_from_deck(seat, len(cards))
    else:
        zone: list[Card] = getattr(player, origin if origin in ZONES else "discard")
        _fetch(player, zone, cards)
        for card in cards:
            if event["type"] in MOVED_ON and zone[-1] is card:
                zone.pop()
            else:
                zone.remove(card)
    return [ALL] * len(cards)


MOVED_ON = ("put_back", "trash")  # what was gained to the discard pile just now lies on top


def _viewers(event: JsonObject) -> int:
    return sum([1 << seat for seat in event["seen_by"]]) if "seen_by" in event else ALL


def _missing(zone: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    left = list(zone)
    found: list[Card] = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            found.append(card)
    return found


def _fetch(player: Player, zone: list[Card], cards: Sequence[Card]) -> None:
    missing = _missing(zone, cards)
    for card in missing:
        other = next((one for one in _zones(player) if one is not zone and card in one), None)
        if other is not None:
            other.remove(card)
    zone += missing


def _stack(player: Player, cards: Sequence[Card]) -> None:
    top = list(reversed(cards))
    if player.deck[len(player.deck) - len(top) :] == top:
        return
    _fetch(player, player.deck, cards)
    player.deck_seen_by.clear()
    for card in top:
        player.deck.remove(card)
    player.deck += top


def _put_at_bottom(player: Player, card: Card) -> None:
    if player.deck[:1] != [card]:
        _fetch(player, player.deck, (card,))
        player.deck.remove(card)
        player.deck.insert(0, card)
        player.deck_seen_by.clear()


def _zones(player: Player) -> Iterator[list[Any]]:
    for name in ZONES:
        yield getattr(player, name)
