"""The state as one seat knows it, and games dealt from such knowledge.

What a seat cannot see of a player is one pool: the hand, the deck and the part of the discard
pile that were never shown. `deal_hidden` shuffles each pool and lays it out again; `imagined` does
so in a copy, `resume` in a state built from JSON. Everything else, the unfinished steps included,
is known to the whole table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from engine import chance
from engine.dominion.card import Card, by_order, named, names
from engine.dominion.player import Player
from engine.dominion.setup import make_table
from engine.dominion.state import Entry, State
from engine.dominion.steps import VERBS, Frame, Step
from engine.dominion.view import deck_top, open_cards
from engine.game import BadConfig, JsonObject, Outcome

DEALS = 2000  # how often a hidden world is dealt anew until the open question makes sense in it
COUNTERS = (
    "current", "phase", "actions", "buys", "coins", "plays",
    "left", "landed", "later", "shields", "empty",
)  # fmt: skip


def knowledge(state: State, seat: int) -> JsonObject:
    """JSON-ready: zones as `seat` knows them, hidden ones as sorted pools and sizes, no seed."""
    table = state.table
    return {
        "seat": seat,
        "table": {
            "seats": table.seats,
            "kingdom": names(table.kingdom),
            "piles": names(table.piles),
            "start_seat": table.start_seat,
            "turn_limit": table.turn_limit,
        },
        "state": {name: _encode(getattr(state, name)) for name in COUNTERS},
        "played": names(state.played),
        "tokens": dict(state.tokens),
        "supply": {card.name: left for card, left in state.supply.items()},
        "trash": names(state.trash),
        "players": [
            _player(player, seat, own=owner == seat) for owner, player in enumerate(state.players)
        ],
        "steps": [_encode(entry) for entry in state.stack],
        "asking": _encode(state.asking),
        "asked": state.decision.seat if state.decision else None,
        "outcome": state.outcome and list(state.outcome),
    }


def resume(data: JsonObject, seed: int) -> State:
    """A game dealt from knowledge; BadConfig where the data is not knowledge of this game."""
    try:
        state = _restore(data)
        seat = data["seat"]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, StopIteration) as error:
        raise BadConfig(f"this is no knowledge of a game of Dominion: {error!r}") from error
    if type(seat) is not int or not 0 <= seat < state.table.seats:
        raise BadConfig(f"this is no knowledge of a game of Dominion: there is no seat {seat!r}")
    return imagined(state, seat, seed)


def imagined(state: State, seat: int, seed: int) -> State:
    """A copy without log in which all that is hidden from `seat` is dealt anew.

    That somebody was asked something is known to all: the deal is repeated until it fits.
    """
    for deal in range(DEALS):
        new = state.copy()
        new.log = None
        new.seed = seed
        deal_hidden(new, seat, seed, deal)
        if new.asking is None:
            return new
        asked = new.asking[1].seat
        if asked == seat and new.decision is not None:
            return new
        _ask_again(new)
        if new.decision is not None:
            return new
    raise RuntimeError(f"no hidden world in {DEALS} deals fits the open question")


def _ask_again(state: State) -> None:
    """Do the step that asked once more, in the new world, without going on if nobody is asked."""
    if state.asking is None:
        raise RuntimeError("nothing was asked")
    step, frame = state.running = state.asking
    state.decision = None
    probe = state.copy()
    step.verb.do(probe, frame, *step.args)
    if probe.asking == state.asking:
        state.decision, state.items, state.then = probe.decision, probe.items, probe.then


# --- dealing what is hidden -----------------------------------------------------------------


def deal_hidden(state: State, viewer: int, seed: int, deal: int = 0) -> None:
    """Deal each player's pool anew where it stands. Sorted first: only the seed decides."""
    mask = 1 << viewer
    for seat, player in enumerate(state.players):
        player.shuffles = 0
        own = seat == viewer
        pool = _hidden(player, mask, own)
        pool.sort(key=by_order)
        chance.shuffle(pool, seed, "imagine", deal, seat)
        _lay_out(player, mask, own, iter(pool))


def _hidden(player: Player, mask: int, own: bool) -> list[Card]:
    """The cards of a player that a seat could not tell apart, in any order."""
    unseen = len(player.deck) - len(player.seen)
    pool = player.deck[:unseen]
    pool += [
        card for card, who in zip(player.deck[unseen:], player.seen, strict=True) if not who & mask
    ]
    pool += [card for card, who in player.aside if not who & mask]
    if not own:
        pool += _without(player.hand, player.shown)
        pool += player.veiled
    return pool


def _lay_out(player: Player, mask: int, own: bool, pool: Iterator[Card]) -> None:
    """Put the pool's cards where the hidden ones were; open piles are sorted, their top kept."""
    unseen = len(player.deck) - len(player.seen)
    masks = [0] * unseen + player.seen
    player.deck = [
        card if who & mask else next(pool) for card, who in zip(player.deck, masks, strict=True)
    ]
    player.aside = [(card if who & mask else next(pool), who) for card, who in player.aside]
    top = player.discard[-1:]
    if own:
        player.hand.sort(key=by_order)
        player.discard = sorted(player.discard[:-1], key=by_order) + top
        return
    hidden = len(player.hand) - len(player.shown)
    player.hand = sorted([*player.shown, *[next(pool) for _ in range(hidden)]], key=by_order)
    rest = _without(player.discard[:-1], player.veiled)
    player.veiled = [next(pool) for _ in player.veiled]
    player.discard = sorted(rest + player.veiled, key=by_order) + top


def _without(cards: list[Card], taken: list[Card]) -> list[Card]:
    """The cards that remain when `taken` are removed, copy by copy."""
    if not taken:
        return list(cards)
    return list((Counter(cards) - Counter(taken)).elements())


# --- knowledge as JSON ----------------------------------------------------------------------


def _player(player: Player, viewer: int, *, own: bool) -> JsonObject:
    mask = 1 << viewer
    veiled = [] if own else player.veiled
    hidden_hand = 0 if own else len(player.hand) - len(player.shown)
    return {
        "hand": open_cards(player.hand if own else player.shown),
        "hidden_hand": hidden_hand,
        "shown": open_cards(player.shown),
        "deck_size": len(player.deck),
        "deck_top": deck_top(player, mask),
        "deck_seen": list(player.seen),
        "discard": open_cards(_without(player.discard[:-1], veiled)),
        "discard_top": names(player.discard[-1:]),
        "veiled": open_cards(player.veiled) if own else len(veiled),
        "in_play": names(player.in_play),
        "set_aside": [[card.name if who & mask else None, who] for card, who in player.aside],
        "vp": player.vp,
        "turns": player.turns,
        "pool": open_cards(_hidden(player, mask, own)),
    }


def _restore(data: JsonObject) -> State:
    about = data["table"]
    kingdom = tuple([named(name) for name in about["kingdom"]])
    piles = tuple([named(name) for name in about["piles"]])
    table = make_table(about["seats"], kingdom, piles, about["start_seat"], about["turn_limit"])
    state = State(table, 0, log=False)
    for name in COUNTERS:
        setattr(state, name, _decode(data["state"][name]))
    state.played = [named(name) for name in data["played"]]
    state.tokens = dict(data["tokens"])
    state.supply = {named(name): left for name, left in data["supply"].items()}
    state.trash = [named(name) for name in data["trash"]]
    state.players = [_restore_player(known) for known in data["players"]]
    state.stack = [_decode_entry(entry) for entry in data["steps"]]
    state.outcome = data["outcome"] and Outcome(*data["outcome"])
    if data["asking"] is not None:
        state.asking = _decode_entry(data["asking"])
        _ask_again_known(state, data)
    return state


def _ask_again_known(state: State, data: JsonObject) -> None:
    """The viewer's own question is known in full; anybody else's follows from the deal."""
    if data["asked"] == data["seat"]:
        _ask_again(state)


def _restore_player(known: JsonObject) -> Player:
    """Lay the pool's cards out in any way that fits; `deal_hidden` then shuffles them."""
    pool = (named(name) for name in known["pool"])
    player = Player()
    player.hand = [named(name) for name in known["hand"]]
    player.shown = [named(name) for name in known["shown"]]
    player.seen = list(known["deck_seen"])
    player.vp, player.turns = known["vp"], known["turns"]
    player.in_play = [named(name) for name in known["in_play"]]
    tops = [name and named(name) for name in known["deck_top"]]
    tops += [None] * (known["deck_size"] - len(tops))
    player.deck = [card or next(pool) for card in reversed(tops)]
    player.aside = [(named(name) if name else next(pool), who) for name, who in known["set_aside"]]
    player.hand += [next(pool) for _ in range(known["hidden_hand"])]
    veiled = known["veiled"]
    hidden = [next(pool) for _ in range(veiled)] if isinstance(veiled, int) else []
    player.veiled = hidden or [named(name) for name in (veiled or [])]
    player.discard = [named(name) for name in known["discard"]] + hidden
    player.discard += [named(name) for name in known["discard_top"]]
    return player


def _encode(value: Any) -> Any:
    """Steps, frames and cards as JSON: objects with one telling key."""
    if isinstance(value, Card):
        return {"card": value.name}
    if isinstance(value, Step):
        return {"step": value.verb.name, "args": _encode(value.args)}
    if isinstance(value, Frame):
        return {"frame": [_encode(part) for part in value]}
    if isinstance(value, tuple):
        return [_encode(part) for part in value]
    return value


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return tuple([_decode(part) for part in value])
    if not isinstance(value, dict):
        return value
    for key, build in BUILDERS.items():
        if key in value:
            return build(value)
    raise BadConfig(f"this is no part of an unfinished step: {value!r}")


def _decode_entry(value: Any) -> Entry:
    step, frame = _decode(value)
    return step, frame


BUILDERS: dict[str, Callable[[JsonObject], Any]] = {
    "card": lambda value: named(value["card"]),
    "step": lambda value: Step(VERBS[value["step"]], _decode(value["args"])),
    "frame": lambda value: Frame(*[_decode(part) for part in value["frame"]]),
}
