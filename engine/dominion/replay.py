"""A stored game of Dominion shown again, event by event.

Each event moves the cards of a `State` by the engine's own moves. Where the log of older rules is
silent, a missing card is fetched from wherever its owner has it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.dominion import scoring, setup, view
from engine.dominion.card import Card, card_named
from engine.dominion.extra_turns import TurnOrder
from engine.dominion.moves import black_market, mats, reveal
from engine.dominion.moves.durations import at_next_turn
from engine.dominion.moves.possession import open_to_possessor
from engine.dominion.moves.triggers import arrive, show_in_hand
from engine.dominion.player import ALL, Player
from engine.dominion.state import LESS, State
from engine.dominion.steps import Frame
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
            cards = tuple([card_named(name) for name in event.get("cards", ())])
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
                by_mat: dict[str, list[int]] = {}
                for mat, _, who in player.mats:
                    by_mat.setdefault(mat, []).append(who)
                seat["who"]["mats"] = by_mat
        if "black_market" in shown:
            shown["black_market"]["who"] = [who for _, who in self.state.market]
        return shown


def seen_by(position: JsonObject, seat: int | None) -> JsonObject:
    """Return a replay's position in the shape of `view(seat)`; None: what all saw."""
    mask = 0 if seat is None else 1 << seat
    decides = seat is not None and seat == position.get("possessor")
    own = (seat, position["current"]) if decides else (seat,)
    seats = position["seats"]
    seen = {
        **position,
        "seats": [_seen_zones(zones, mask, own=seat in own) for seat, zones in enumerate(seats)],
    }
    if "black_market" in position:
        deck = position["black_market"]
        known = [name for name in _mask_names(deck["known"], deck["who"], mask) if name]
        seen["black_market"] = {"size": deck["size"], "shown": deck["shown"], "known": known}
    return seen


def _seen_zones(zones: JsonObject, mask: int, *, own: bool) -> JsonObject:
    secret = ("deck", "discard", "who")
    seen = {key: value for key, value in zones.items() if key not in secret}
    who = zones.get("who") or {"set_aside": [0] * len(zones["set_aside"]), "hand": [], "deck": []}
    seen["set_aside"] = _mask_names(zones["set_aside"], who["set_aside"], mask)
    if "mats" in zones:
        who_sees = who.get("mats", {})
        seen["mats"] = {
            mat: _mask_names(names, who_sees[mat], mask) for mat, names in zones["mats"].items()
        }
    top = _mask_names(zones.get("deck", ()), who["deck"], mask)
    while top and top[-1] is None:
        top.pop()
    known: JsonObject = {"deck": top} if top else {}
    if not own:
        seen["hand"] = None
        if who.get("whole_hand", 0) & mask:
            known["hand"] = zones["hand"]
        elif who["hand"]:
            known["hand"] = who["hand"]
    return {**seen, "known": known}


def _mask_names(names: Sequence[str], masks: Sequence[int], mask: int) -> list[str | None]:
    return [
        name if who == ALL or who & mask else None for name, who in zip(names, masks, strict=False)
    ]


# --- what each event does ---------------------------------------------------------------------


Apply = Callable[[State, int, tuple[Card, ...], JsonObject], None]
APPLY: dict[str, Apply] = {}


def on(*kinds: str) -> Callable[[Apply], Apply]:
    """Make a function do what events of these kinds tell."""

    def register(apply: Apply) -> Apply:
        APPLY.update(dict.fromkeys(kinds, apply))
        return apply

    return register


@on("shuffle")
def _shuffle(state: State, seat: int, _cards: tuple[Card, ...], _event: JsonObject) -> None:
    state.shuffle(seat)


@on("draw")
def _draw(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    _stack(state.players[seat], cards)
    state.draw(seat, len(cards))


@on("play")
def _play(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    state.players[seat].in_play += cards


@on("react")
def _react(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    for card in cards:
        lies_open = card.reaction and card.reaction.trigger == "discard"
        if not lies_open:
            show_in_hand(state, seat, card)


@on("gain")
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


@on("discard")
def _discard(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    state.players[seat].discard += cards


@on("clean_up")
def _clean_up(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    player = state.players[seat]
    _fetch(player, player.in_play, cards)
    player.tidy(cards)


@on("trash")
def _trash(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    state.put_into_trash(seat, cards)


@on("put_back")
def _put_back(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if event.get("from") == "bottom":
        reveal.raise_bottom(state, seat)
        return
    masks = _leave(state, seat, cards, event)
    if event.get("from", "hand") in ("hand", "discard"):
        masks = [_viewers(event)] * len(cards)
    reveal.put_in_order(state, seat, cards, masks, "")


@on("take")
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


@on("reveal")
def _reveal(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if event.get("from") == "hand":
        for card in cards:
            show_in_hand(state, seat, card)
    elif cards:
        _stack(state.players[seat], cards)
        reveal.reveal_top(state, seat, len(cards))


@on("look")
def _look(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if event.get("from") == "bottom":
        player, card = state.players[seat], cards[0]
        if player.deck[:1] != [card]:
            _fetch(player, player.deck, (card,))
            player.deck.remove(card)
            player.deck.insert(0, card)
            player.deck_seen_by.clear()
        reveal.look_at_bottom(state, seat)
        return
    _stack(state.players[seat], cards)
    reveal.look_at_top(state, seat, len(cards), _viewers(event))


@on("set_aside")
def _set_aside(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    aside = state.players[seat].set_aside
    for card in cards:
        seen = [n for n, (other, who) in enumerate(aside) if other is card and who != ALL]
        if seen:  # it was drawn unseen and lies open now
            aside[seen[0]] = (card, ALL)
        else:
            aside.append((card, ALL))


@on("shuffle_in")
def _shuffle_in(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    _leave(state, seat, cards, {"from": "discard", "type": "shuffle_in"})
    reveal.shuffle_into_deck(state, seat, cards)


@on("pass")
def _pass(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    mats.leave_mat(state.players[seat], event["about"], cards)
    state.put_into(state.others(seat)[0], cards[0], "hand")


@on("discard_deck")
def _discard_deck(state: State, seat: int, _cards: tuple[Card, ...], _event: JsonObject) -> None:
    player = state.players[seat]
    player.discard += reversed(player.deck)
    player.deck.clear()
    player.deck_seen_by.clear()


@on("mat")
def _mat(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    _leave(state, seat, cards, event)
    player, mask = state.players[seat], _viewers(event)
    player.mats = (*player.mats, *[(event["about"], card, mask) for card in cards])


@on("next_turn")
def _next_turn(state: State, seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    player = state.players[seat]
    later = at_next_turn(()), Frame(seat, seat, cards[0], event["placing"])
    player.next_turn = (*player.next_turn, later)


@on("tokens")
def _tokens(state: State, seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    if "vp" in event:
        state.players[seat].vp += event["vp"]
    else:
        state.take_tokens(seat, event["token"], event["amount"])


@on("potions")
def _potions(state: State, _seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    state.potions += event["amount"]


@on("cheaper")
def _cheaper(state: State, _seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    state.count_this_turn(LESS, event["amount"])


@on("name", "pile_token")
def _on_mat(state: State, _seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    if "about" in event:
        mat = state.tokens.get(event["about"], [])
        state.set_tokens(event["about"], [*mat, *[card.name for card in cards]])


@on("token_on_pile")
def _token_on_pile(state: State, _seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    tokens = state.tokens.get(event["about"], {})
    pile = cards[0].name
    state.set_tokens(event["about"], {**tokens, pile: tokens.get(pile, 0) + 1})


@on("return")
def _return(state: State, seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    _fetch(state.players[seat], state.players[seat].hand, cards)
    state.return_to_pile(seat, cards[0], len(cards))


@on("turn_up")
def _turn_up(state: State, _seat: int, cards: tuple[Card, ...], _event: JsonObject) -> None:
    black_market.show(state, cards)


@on("put_under")
def _put_under(state: State, _seat: int, cards: tuple[Card, ...], event: JsonObject) -> None:
    black_market.lay_under(state, cards, _viewers(event))


@on("counters")
def _counters(state: State, _seat: int, _cards: tuple[Card, ...], event: JsonObject) -> None:
    state.phase, state.coins = event["phase"], event["coins"]
    state.actions, state.buys = event["actions"], event["buys"]


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
    missing: list[Card] = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            missing.append(card)
    return missing


def _fetch(player: Player, zone: list[Card], cards: Sequence[Card]) -> None:
    missing = _missing(zone, cards)
    others = [player.deck, player.discard, player.in_play, player.hand]
    for card in missing:
        other = next((other for other in others if other is not zone and card in other), None)
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
