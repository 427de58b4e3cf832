"""The state as one seat knows it, and games dealt from such knowledge.

What a seat cannot see of a player is one pool of cards: the deck, the hand and covered discards.
Everything else, unfinished steps included, is public.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine import chance
from engine.dominion.card import Card, by_order, card_named, names
from engine.dominion.codec import named_all
from engine.dominion.player import Player
from engine.dominion.setup import make_table
from engine.dominion.state import State
from engine.dominion.view import deck_top, open_cards
from engine.game import BadConfig, JsonObject

DEALS = 2000  # how often a hidden world is dealt anew until the open question makes sense in it


def knowledge(state: State, seat: int) -> JsonObject:
    """JSON-ready: hidden zones as sorted pools and sizes, no seed."""
    table, mask = state.table, 1 << seat
    return {
        "seat": seat,
        "table": {
            "seats": table.seats,
            "kingdom": names(table.kingdom),
            "piles": names(table.piles),
            "start_seat": table.start_seat,
            "turn_limit": table.turn_limit,
            "bane": table.bane.name if table.bane else None,
            "beside": names(table.beside),
        },
        **state.known(),
        "market": [[card.name if who & mask else None, who] for card, who in state.market],
        "market_pool": open_cards([card for card, who in state.market if not who & mask]),
        "players": [
            _player(player, seat, own=owner == seat) for owner, player in enumerate(state.players)
        ],
        "asked": state.decision.seat if state.decision else None,
    }


def resume(data: JsonObject, seed: int) -> State:
    """Return a game dealt from knowledge, or BadConfig."""
    try:
        state = _restore(data)
        seat = data["seat"]
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, StopIteration) as error:
        raise BadConfig(f"this is no knowledge of a game of Dominion: {error!r}") from error
    if type(seat) is not int or not 0 <= seat < state.table.seats:
        raise BadConfig(f"this is no knowledge of a game of Dominion: there is no seat {seat!r}")
    return imagine(state, seat, seed)


def imagine(state: State, seat: int, seed: int) -> State:
    """Copy without log; what is hidden from `seat` is dealt anew until the open question fits."""
    for deal in range(DEALS):
        new = state.copy()
        new.log = None
        new.seed = seed
        deal_hidden(new, seat, seed, deal)
        if new.asking is None or (new.decision is not None and new.decision.seat == seat):
            return new
        _ask_again(new)
        if new.decision is not None:
            return new
    raise RuntimeError(f"no hidden world in {DEALS} deals fits the open question")


def _ask_again(state: State) -> None:
    if state.asking is None:
        raise RuntimeError("nothing was asked")
    step, frame = state.running = state.asking
    state.decision = None
    probe = state.copy()
    step.verb.do(probe, frame, *step.args)
    if probe.asking == state.asking:
        state.decision, state.option_cards = probe.decision, probe.option_cards
        state.on_answer = probe.on_answer


# --- dealing what is hidden -----------------------------------------------------------------


def deal_hidden(state: State, viewer: int, seed: int, deal: int = 0) -> None:
    """Deal each player's pool anew, sorted first."""
    mask = 1 << viewer
    market = sorted([card for card, who in state.market if not who & mask], key=by_order)
    chance.shuffle(market, seed, "imagine", deal, "market")
    dealt = iter(market)
    state.market = tuple([(card if who & mask else next(dealt), who) for card, who in state.market])
    for seat, player in enumerate(state.players):
        player.shuffles = 0
        own = seat == viewer
        pool = _hidden_cards(player, mask, own)
        pool.sort(key=by_order)
        chance.shuffle(pool, seed, "imagine", deal, seat)
        _lay_out(player, mask, own, iter(pool))


def _hidden_cards(player: Player, mask: int, own: bool) -> list[Card]:
    unseen = len(player.deck) - len(player.deck_seen_by)
    pool = player.deck[:unseen]
    pool += [
        card
        for card, who in zip(player.deck[unseen:], player.deck_seen_by, strict=True)
        if not who & mask
    ]
    pool += [card for card, who in player.set_aside if not who & mask]
    if player.mats:
        pool += [card for _, card, who in player.mats if not who & mask]
    if not own:
        if not player.hand_open_to & mask:
            pool += _without(player.hand, player.hand_shown)
        pool += player.discard_hidden
    return pool


def _lay_out(player: Player, mask: int, own: bool, pool: Iterator[Card]) -> None:
    unseen = len(player.deck) - len(player.deck_seen_by)
    masks = [0] * unseen + player.deck_seen_by
    player.deck = [
        card if who & mask else next(pool) for card, who in zip(player.deck, masks, strict=True)
    ]
    player.set_aside = [(card if who & mask else next(pool), who) for card, who in player.set_aside]
    if player.mats:
        player.mats = tuple(
            [(mat, card if who & mask else next(pool), who) for mat, card, who in player.mats]
        )
    top = player.discard[-1:]
    if own:
        player.hand.sort(key=by_order)
        player.discard = sorted(player.discard[:-1], key=by_order) + top
        return
    if player.hand_open_to & mask:
        player.hand.sort(key=by_order)
    else:
        hidden = len(player.hand) - len(player.hand_shown)
        player.hand = sorted(
            [*player.hand_shown, *[next(pool) for _ in range(hidden)]], key=by_order
        )
    rest = _without(player.discard[:-1], player.discard_hidden)
    player.discard_hidden = [next(pool) for _ in player.discard_hidden]
    player.discard = sorted(rest + player.discard_hidden, key=by_order) + top


def _without(cards: list[Card], taken: list[Card]) -> list[Card]:
    if not taken:
        return list(cards)
    return list((Counter(cards) - Counter(taken)).elements())


# --- knowledge as JSON ----------------------------------------------------------------------


def _player(player: Player, viewer: int, *, own: bool) -> JsonObject:
    mask = 1 << viewer
    hidden = [] if own else player.discard_hidden
    sees_hand = own or bool(player.hand_open_to & mask)
    hidden_hand = 0 if sees_hand else len(player.hand) - len(player.hand_shown)
    return {
        **player.known(),
        "hand": open_cards(player.hand if sees_hand else player.hand_shown),
        "hidden_hand": hidden_hand,
        "hand_shown": open_cards(player.hand_shown),
        "deck_size": len(player.deck),
        "deck_top": deck_top(player, mask),
        "deck_seen_by": list(player.deck_seen_by),
        "discard": open_cards(_without(player.discard[:-1], hidden)),
        "discard_top": names(player.discard[-1:]),
        "discard_hidden": open_cards(player.discard_hidden) if own else len(hidden),
        "set_aside": [[card.name if who & mask else None, who] for card, who in player.set_aside],
        "mats": [[mat, card.name if who & mask else None, who] for mat, card, who in player.mats],
        "pool": open_cards(_hidden_cards(player, mask, own)),
    }


def _restore(data: JsonObject) -> State:
    about = data["table"]
    kingdom, piles = tuple(named_all(about["kingdom"])), tuple(named_all(about["piles"]))
    limits = about["start_seat"], about["turn_limit"]
    bane = card_named(about["bane"]) if about["bane"] else None
    beside = tuple(named_all(about["beside"]))
    table = make_table(about["seats"], kingdom, piles, *limits, bane, beside)
    state = State(table, 0, None)
    state.restore(data)
    pool = iter(named_all(data["market_pool"]))
    market = [(card_named(name) if name else next(pool), who) for name, who in data["market"]]
    state.market = tuple(market)
    state.players = [_restore_player(known) for known in data["players"]]
    if state.asking is not None and data["asked"] == data["seat"]:
        _ask_again(state)
    return state


def _restore_player(known: JsonObject) -> Player:
    pool = iter(named_all(known["pool"]))
    player = Player()
    player.restore(known)
    player.hand = named_all(known["hand"])
    player.hand_shown = named_all(known["hand_shown"])
    player.deck_seen_by = list(known["deck_seen_by"])
    tops = [name and card_named(name) for name in known["deck_top"]]
    tops += [None] * (known["deck_size"] - len(tops))
    player.deck = [card or next(pool) for card in tops[::-1]]
    player.set_aside = [
        (card_named(name) if name else next(pool), who) for name, who in known["set_aside"]
    ]
    player.mats = tuple(
        [(mat, card_named(name) if name else next(pool), who) for mat, name, who in known["mats"]]
    )
    player.hand += [next(pool) for _ in range(known["hidden_hand"])]
    hidden_cards = known["discard_hidden"]
    hidden = [next(pool) for _ in range(hidden_cards)] if isinstance(hidden_cards, int) else []
    player.discard_hidden = hidden or named_all(hidden_cards or [])
    player.discard = named_all(known["discard"]) + hidden + named_all(known["discard_top"])
    return player
