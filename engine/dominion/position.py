"""Any position as a few words: the FEN of this engine, for tests, bug reports and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.dominion.card import Card, by_order, card_named, names
from engine.dominion.cards.basic import COLONY, PLATINUM
from engine.dominion.codec import Cards, Entry, parse, write
from engine.dominion.kingdoms import find_recommended
from engine.dominion.moves.durations import due_cards
from engine.dominion.moves.mats import who_sees
from engine.dominion.moves.paying import COIN
from engine.dominion.player import Player, without
from engine.dominion.setup import (
    BASIC,
    check_bane,
    check_market,
    fill_supply,
    make_table,
    market_cards,
)
from engine.dominion.state import State
from engine.dominion.steps import Frame, Trait
from engine.dominion.table import Table
from engine.dominion.turn import PHASES, buy, clean_up
from engine.game import BadConfig, JsonObject
from engine.plain_data import Codec, as_position, position_codecs

ZONES = position_codecs(Player)
SET_OUT = ("mats", "next_turn")  # zones of a seat that are more than a list of cards
PLAIN = position_codecs(State)
QUIET = ("play_action", "play_treasures", "buy")  # asked by the turn, not by a card


def build(
    *,
    kingdom: Cards = (),
    seats: Sequence[Mapping[str, Any]] = ({}, {}),
    current: int = 0,
    turn: int = 1,
    phase: str = "action",
    bought: bool = False,
    supply: Mapping[str, int] | None = None,
    colonies: bool = False,
    bane: str | None = None,
    sold: Cards = (),
    seed: int = 1,
    log: bool = True,
    **given: Any,
) -> State:
    """Build the state at a position; BadConfig names what is wrong, TypeError what is unknown.

    Cards are written "Militia, 3 Copper" or as a list of names; a deck's top card comes first.
    Cards `sold` come from the Black Market deck: they have no pile.
    `given` are fields that the state declares for positions, such as actions, tokens and this_turn.
    """
    unknown = sorted(given.keys() - PLAIN)
    if unknown:
        raise TypeError(f"there is no {unknown[0]!r} in a position")
    piles = supply or {}
    _check(seats, current, phase, seed, colonies)
    _check_numbers({"turn": turn}, least=1)
    _check_numbers({f"the pile of {name}": left for name, left in piles.items()})
    players = [_player(zones, seat) for seat, zones in enumerate(seats)]
    for seat, player in enumerate(players):
        player.turns = turn if seat < current else turn - 1
    plain = {name: _read(name, PLAIN[name], value) for name, value in given.items()}
    market = [*parse(sold), *[card for card, _ in plain.get("market", ())]]
    others = {card for player in players for card in player.owned()} | {*plain.get("trash", ())}
    others |= {card for card in map(card_named, plain.get("tokens", {})) if _marks_piles(card)}
    table = _table(len(seats), kingdom, others, piles, colonies, bane, market)
    state = State(table, seed, [] if log else None)
    fill_supply(state)
    for name, left in piles.items():
        state.supply[card_named(name)] = left
    state.empty = sum(not left for left in state.supply.values())
    state.players, state.current = players, current
    for name, value in plain.items():
        setattr(state, name, value)
    _check_pile_tokens(state)
    _set_out_prizes(state, is_given="prizes" in given)
    state.played_this_turn = players[current].in_play[:]
    state.at_clean_up = _later(state)
    _begin(state, phase, bought)
    return state


def _table(
    seats: int,
    kingdom: Cards,
    others: set[Card],
    piles: Mapping[str, int],
    colonies: bool,
    bane: str | None,
    market: Sequence[Card],
) -> Table:
    known = find_recommended(kingdom) if isinstance(kingdom, str) else None
    ten = tuple(dict.fromkeys(parse(known.names if known else kingdom)))
    eleventh = card_named(bane) if bane is not None else None
    if eleventh:
        check_bane(eleventh, ten)
    supply = {*ten, *[card_named(name) for name in piles]}
    for card in supply:
        if card.is_prize:
            raise BadConfig(f"{card.name} is a Prize and has no pile")
    prizes = tuple(sorted([card for card in others if card.is_prize], key=by_order))
    check_market(market, supply | ({eleventh} if eleventh else set()))
    piled = supply | others.difference(prizes, market) | set(BASIC)
    if colonies:
        piled |= {PLATINUM, COLONY}
    rest = tuple(sorted(piled, key=by_order))
    beside = tuple(sorted([*prizes, *market], key=by_order))
    table = make_table(seats, ten, rest, bane=eleventh, beside=beside)
    if market and "black_market" not in table.shows:
        raise BadConfig("market is only for a game with Black Market")
    if eleventh and "bane" not in table.shows:
        raise BadConfig(f"a bane is only for a game with Young Witch, not {eleventh.name}")
    return table


def _set_out_prizes(state: State, *, is_given: bool) -> None:
    taken = [card for player in state.players for card in player.owned()] + state.trash
    taken = [card for card in taken if card.is_prize]
    if not is_given:
        state.prizes = tuple([card for card in state.prizes if card not in taken])
    everywhere = [*taken, *state.prizes]
    for card in everywhere:
        if not card.is_prize:
            raise BadConfig(f"{card.name} is no Prize")
        if everywhere.count(card) > 1:
            raise BadConfig(f"there is only one {card.name}")


def _marks_piles(card: Card) -> bool:
    return Trait.BY_TOKENS in card.traits


def _check_pile_tokens(state: State) -> None:
    for card in filter(_marks_piles, state.table.cards):
        on_piles = state.tokens.get(card.name, {})
        if not isinstance(on_piles, Mapping):
            raise BadConfig(f"the tokens of {card.name} are numbers by pile, not {on_piles!r}")
        for pile, count in on_piles.items():
            if card_named(pile) not in state.supply:
                raise BadConfig(f"{card.name} has tokens on {pile}, which is no pile")
            _check_numbers({f"the tokens of {card.name} on {pile}": count}, least=1)


def _later(state: State) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    in_play = state.players[state.current].in_play
    for card in state.table.cards:
        if card.delayed:
            times = state.tokens.pop(card.name, in_play.count(card))
            _check_numbers({f"the token of {card.name}": times})
            frame = Frame(state.current, state.current, card)
            entries += [(step, frame) for step in card.delayed] * times
    return tuple(entries)


def describe(state: State) -> JsonObject:
    """Return the arguments that build a quiet state again; BadConfig while a card resolves."""
    asked = state.decision
    if asked is None or asked.source is not None or asked.kind not in QUIET:
        raise BadConfig("a position can be written only while no card is half resolved")
    if state.turn_order.coming or state.turn_order.extra:
        raise BadConfig("a position has no extra turns; this game has one")
    player = state.players[state.current]
    due = [player.turns + (seat < state.current) for seat in range(len(state.players))]
    if [owner.turns for owner in state.players] != due:
        raise BadConfig("a position has the first seat begin every round; this game has not")
    unsold = {card for card, _ in state.market}
    waiting = [frame.source.name for _, frame in state.at_clean_up if frame.source]
    return {
        "kingdom": names(state.table.kingdom),
        "seats": [_describe_seat(state, seat) for seat in range(len(state.players))],
        "current": state.current,
        "turn": player.turns + 1,
        "phase": state.phase,
        "bought": asked.kind == "buy",
        "supply": {card.name: left for card, left in state.supply.items()},
        **as_position(state),
        "tokens": {**state.tokens, **Counter(waiting)},
        "colonies": COLONY in state.supply,
        "bane": state.table.bane.name if state.table.bane else None,
        "sold": write([card for card in market_cards(state.table) if card not in unsold]),
    }


def _describe_seat(state: State, seat: int) -> JsonObject:
    player = state.players[seat]
    due = due_cards(state, seat)
    zones = as_position(player)
    zones["in_play"] = write(without(player.in_play, [card for card in due if card.is_duration]))
    if player.mats:
        mats = dict.fromkeys([mat for mat, _, _ in player.mats])
        zones["mats"] = {mat: write(player.on_mat(mat)) for mat in mats}
    if due:
        zones["next_turn"] = write(due)
        halves = [frame for _, frame in player.next_turn if frame.source in due]
        if len(halves) != sum(len(card.later) for card in due):
            raise BadConfig("in a position the later half of a card is due once; here it is twice")
    return zones


def _read(name: str, codec: Codec, value: Any) -> Any:
    if codec.read is None:
        _check_numbers({name: value})
        return value
    return codec.read(value)


def _begin(state: State, phase: str, bought: bool) -> None:
    frame = Frame(state.current, state.current)
    if phase == "action":
        state.push(frame, *reversed(PHASES))
    elif bought:
        state.phase = "buy"
        state.push(frame, buy(), clean_up())
    else:
        state.push(frame, *reversed(PHASES[:-1]))
    state.run()


def _check(
    seats: Sequence[Mapping[str, Any]], current: int, phase: str, seed: int, colonies: bool
) -> None:
    if not 2 <= len(seats) <= 6:
        raise BadConfig(f"Dominion is for 2 to 6 seats, not {len(seats)}")
    if type(current) is not int or not 0 <= current < len(seats):
        raise BadConfig(f"current is a seat from 0 to {len(seats) - 1}, not {current!r}")
    if phase not in ("action", "buy"):
        raise BadConfig(f'phase is "action" or "buy", not {phase!r}')
    if type(seed) is not int:
        raise BadConfig(f"a seed is a whole number, not {seed!r}")
    if not isinstance(colonies, bool):
        raise BadConfig(f"colonies is true or false in a position, not {colonies!r}")


def _check_numbers(numbers: Mapping[str, Any], least: int = 0) -> None:
    for name, number in numbers.items():
        if type(number) is not int or number < least:
            raise BadConfig(f"{name} is a whole number from {least} on, not {number!r}")


def _player(zones: Mapping[str, Any], seat: int) -> Player:
    unknown = sorted(zones.keys() - {*ZONES, *SET_OUT})
    if unknown:
        known = ", ".join((*ZONES, *SET_OUT))
        raise BadConfig(f"seat {seat} has an unknown zone {unknown[0]!r}; the zones are {known}")
    player = Player()
    for zone, value in zones.items():
        if zone in ZONES:
            setattr(player, zone, _read(f"{zone} of seat {seat}", ZONES[zone], value))
    for name in player.tokens:
        if name != COIN and not card_named(name).traits & Trait.OWN_TOKENS:
            raise BadConfig(f"there are no tokens of {name} (seat {seat})")
    _lay_on_mats(player, zones.get("mats", {}), seat)
    due = parse(zones.get("next_turn", ()))
    for card in due:
        if not (card.is_duration and card.later):
            raise BadConfig(f"{card.name} does nothing on the next turn (seat {seat})")
    player.in_play += due
    _delay(player, due, seat)
    return player


def _lay_on_mats(player: Player, mats: Mapping[str, Cards], seat: int) -> None:
    if not isinstance(mats, Mapping):
        raise BadConfig(f"the mats of seat {seat} are cards by the name of the mat, not {mats!r}")
    for name, cards in mats.items():
        mat = card_named(name)
        if not mat.traits & (Trait.OPEN_MAT | Trait.CLOSED_MAT):
            raise BadConfig(f"{name} has no mat (seat {seat})")
        mask = who_sees(mat, 1 << seat)
        on_mat = parse(cards)
        player.mats += tuple([(name, card, mask) for card in on_mat])
        if not mat.is_duration:
            _delay(player, [mat] * len(on_mat), seat)


def _delay(player: Player, cards: Sequence[Card], seat: int) -> None:
    for number, card in enumerate(cards):
        at = Frame(seat, seat, card, -1 - number)  # a placing that no turn counts
        player.next_turn += tuple([(step, at) for step in card.later])
