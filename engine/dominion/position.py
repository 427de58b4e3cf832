"""Any position as a few words: the FEN of this engine, for tests, bug reports and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.dominion.card import Card, by_order, named, names
from engine.dominion.cards.basic import COLONY, PLATINUM
from engine.dominion.codec import Cards, Entry, parse
from engine.dominion.kingdoms import recommended
from engine.dominion.player import Player
from engine.dominion.setup import BASIC, fill_supply, make_table
from engine.dominion.state import State, Table
from engine.dominion.steps import Frame
from engine.dominion.turn import PHASES, buy, clean_up
from engine.game import BadConfig, JsonObject
from engine.plain_data import Codec, as_position, position_codecs

ZONES = position_codecs(Player)
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
    seed: int = 1,
    log: bool = True,
    **given: Any,
) -> State:
    """The state at a position; BadConfig names what is wrong with it, TypeError what is unknown.

    Cards are written "Militia, 3 Copper" or as a list of names; a deck's top card comes first.
    `given` are fields that the state declares for positions: actions, buys, coins, tokens, trash.
    """
    unknown = sorted(given.keys() - PLAIN)
    if unknown:
        raise TypeError(f"there is no {unknown[0]!r} in a position")
    piles = supply or {}
    _check(seats, current, phase, seed, colonies)
    _check_numbers({"turn": turn}, least=1)
    _check_numbers({f"the pile of {name}": left for name, left in piles.items()})
    players = [_player(zones, number) for number, zones in enumerate(seats)]
    for seat, player in enumerate(players):
        player.turns = turn if seat < current else turn - 1
    plain = {name: _read(name, PLAIN[name], value) for name, value in given.items()}
    others = {card for player in players for card in player.owned()} | {*plain.get("trash", ())}
    table = _table(len(seats), kingdom, others, piles, colonies)
    state = State(table, seed, [] if log else None)
    _lay_out(state, piles)
    state.players, state.current = players, current
    for name, value in plain.items():
        setattr(state, name, value)
    state.played_this_turn = players[current].in_play[:]
    state.at_clean_up = _later(state)
    _begin(state, phase, bought)
    return state


def _table(
    seats: int, kingdom: Cards, others: set[Card], piles: Mapping[str, int], colonies: bool
) -> Table:
    found = others | {named(name) for name in piles} | set(BASIC)
    if colonies:
        found |= {PLATINUM, COLONY}
    return make_table(seats, _kingdom(kingdom), tuple(sorted(found, key=by_order)))


def _lay_out(state: State, piles: Mapping[str, int]) -> None:
    fill_supply(state)
    for name, left in piles.items():
        state.supply[named(name)] = left
    state.empty = sum(not left for left in state.supply.values())


def _later(state: State) -> tuple[Entry, ...]:
    found: list[Entry] = []
    in_play = state.players[state.current].in_play
    for card in state.table.piles:
        if card.delayed:
            times = state.tokens.pop(card.name, in_play.count(card))
            _check_numbers({f"the token of {card.name}": times})
            frame = Frame(state.current, state.current, card)
            found += [(step, frame) for step in card.delayed] * times
    return tuple(found)


def describe(state: State) -> JsonObject:
    """A quiet state as the arguments that build it again; BadConfig while a card is half done."""
    asked = state.decision
    if asked is None or asked.source is not None or asked.kind not in QUIET:
        raise BadConfig("a position can be written only while no card is half resolved")
    player = state.players[state.current]
    due = [player.turns + (seat < state.current) for seat in range(len(state.players))]
    if [one.turns for one in state.players] != due:
        raise BadConfig("a position has the first seat begin every round; this game has not")
    return {
        "kingdom": names(state.table.kingdom),
        "seats": [as_position(player) for player in state.players],
        "current": state.current,
        "turn": player.turns + 1,
        "phase": state.phase,
        "bought": asked.kind == "buy",
        "supply": {card.name: left for card, left in state.supply.items()},
        **as_position(state),
        "tokens": {**state.tokens, **Counter(_sources(state.at_clean_up))},
        "colonies": COLONY in state.supply,
    }


def _sources(entries: Sequence[Entry]) -> list[str]:
    return [frame.source.name for _, frame in entries if frame.source]


def _read(name: str, codec: Codec, value: Any) -> Any:
    if codec.read is None:
        _check_numbers({name: value})
        return value
    return codec.read(value)


def _begin(state: State, phase: str, bought: bool) -> None:
    frame = Frame(state.current, state.current)
    if phase == "action":
        state.push(frame, *PHASES)
    elif bought:
        state.phase = "buy"
        state.push(frame, buy(), clean_up())
    else:
        state.push(frame, *PHASES[1:])
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


def _kingdom(kingdom: Cards) -> tuple[Card, ...]:
    found = recommended(kingdom) if isinstance(kingdom, str) else None
    if found:
        kingdom = found.names
    return tuple(dict.fromkeys(parse(kingdom)))


def _player(zones: Mapping[str, Any], seat: int) -> Player:
    unknown = sorted(zones.keys() - ZONES)
    if unknown:
        known = ", ".join(ZONES)
        raise BadConfig(f"seat {seat} has an unknown zone {unknown[0]!r}; the zones are {known}")
    player = Player()
    for zone, value in zones.items():
        setattr(player, zone, _read(f"{zone} of seat {seat}", ZONES[zone], value))
    return player
