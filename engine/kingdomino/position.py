"""Any position as a few words: the FEN of this engine, for tests, bug reports and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine import chance
from engine.game import BadConfig, JsonObject
from engine.kingdomino import reading, setup
from engine.kingdomino.kingdom import tiles
from engine.kingdomino.state import Row, State, with_kings
from engine.plain_data import as_position

SEAT = ("tiles", "domino")
PHASES = ("place", "pick")
ROUNDS = 24  # of the Mighty Duel; no game has more


def build(
    *,
    seats: Sequence[Mapping[str, Any]] = ({}, {}),
    current: int = 0,
    row: Sequence[Any] = (),
    next_row: Sequence[Any] = (),
    bag: Sequence[int] = (),
    config: JsonObject | None = None,
    phase: str | None = None,
    draft: Sequence[int] | None = None,
    round: int = 1,  # noqa: A002  (the word of the game and of its view)
    dynasty_game: int = 1,
    earlier: Sequence[int] | None = None,
    largest: Sequence[int] | None = None,
    seed: int = 1,
    log: bool = True,
) -> State:
    """Return the state at a position; BadConfig names what is wrong with it.

    A row lists numbers, or {"number", "king": seat or null} as in a view; a bag its next domino
    first. A seat that holds a `domino` has its king on it. Where nobody can place or pick, the game
    is over. `phase` is "pick" where the current seat has placed and holds another domino still;
    `draft` are the seats that set kings before the first round, the current one first; `earlier`
    and `largest` are those of engine.kingdomino.state.State.
    """
    _check_seats(seats)
    count = len(seats)
    state = State(setup.table(count, config), reading.whole("seed", seed), [] if log else None)
    state.current = reading.whole("current", current, 0, count - 1)
    state.round = reading.whole("round", round, 0, ROUNDS)
    state.dynasty_game = reading.whole("dynasty_game", dynasty_game, 1, state.table.dynasty_games)
    state.earlier = reading.by_seat("earlier", earlier, count)
    state.largest = reading.by_seat("largest", largest, count)
    state.kingdoms = [
        reading.kingdom(zones.get("tiles", ()), state.table.size, f"seat {seat}")
        for seat, zones in enumerate(seats)
    ]
    held = {
        seat: reading.domino(f"seat {seat}", zones["domino"])
        for seat, zones in enumerate(seats)
        if zones.get("domino") is not None
    }
    state.row = _with_held(reading.row("row", row, count), held)
    state.next_row = reading.row("next_row", next_row, count)
    state.bag = tuple([reading.domino("bag", n) for n in reading.sequence("bag", bag)])
    counts = Counter([*state.row, *state.next_row, *state.bag])
    twice = [number for number, count in counts.items() if count > 1]
    if twice:
        raise BadConfig(f"domino {twice[0]} is in the position twice")
    if draft is None and not held and not state.next_row:
        draft = _kings_to_set(state)
    _go_on(state, held.get(state.current), phase, reading.seats("draft", draft or (), count))
    return state


def describe(state: State) -> JsonObject:
    """Return a state as the arguments that build it again."""
    return {
        "seats": [{"tiles": tiles(kingdom)} for kingdom in state.kingdoms],
        "config": setup.config_of(state.table),
        "phase": "pick" if state.domino is None else "place",
        **as_position(state),
    }


def _check_seats(seats: Any) -> None:
    if not isinstance(seats, list | tuple) or len(seats) not in setup.SEATS:
        raise BadConfig(f"seats is a list of 2 to 4 objects, not {seats!r:.80}")
    known = " and ".join(SEAT)
    for seat, zones in enumerate(seats):
        if not isinstance(zones, Mapping):
            raise BadConfig(f"seat {seat} is an object with {known}, not {zones!r:.80}")
        unknown = [name for name in zones if name not in SEAT]
        if unknown:
            raise BadConfig(f"seat {seat} has an unknown {unknown[0]!r}; a seat has {known}")


def _with_held(row: Row, held: Mapping[int, int]) -> Row:
    for seat, number in held.items():
        owner = row.get(number)
        if owner not in (None, seat) or list(held.values()).count(number) > 1:
            raise BadConfig(f"domino {number} is held by two seats")
        row[number] = seat
    return dict(sorted(row.items()))


def _kings_to_set(state: State) -> Sequence[int]:
    kings = [king for king in state.row.values() if king is not None]
    if len(kings) == len(state.row) and (state.row or not state.bag):
        return ()
    current = state.current
    if state.table.seats == 2:
        starter = current if len(kings) in (0, 3) else 1 - current
        return (starter, 1 - starter, 1 - starter, starter)[len(kings) :]
    others = [seat for seat in range(state.table.seats) if seat not in (current, *kings)]
    chance.shuffle(others, state.seed, "kings", state.dynasty_game)
    return (current, *others)


def _go_on(state: State, held: int | None, phase: str | None, draft: tuple[int, ...]) -> None:
    if phase not in (None, *PHASES):
        raise BadConfig(f"phase is one of {', '.join(PHASES)}, not {phase!r}")
    if draft:
        state.row = state.row or state.draw()
        state.draft = draft
        state.next_king()
        return
    state.row = with_kings(state.row)
    mine = [number for number, king in state.row.items() if king == state.current]
    if mine and phase != "pick":
        state.place(held or mine[0])
    elif state.next_row:
        state.pick(state.next_row)
    else:
        state.next_turn()
