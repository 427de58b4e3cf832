"""The state as one seat knows it, and games dealt from such knowledge.

Nobody has seen the dominoes in the bag, nor those left in the box: together they are one pool. Nor
does anybody know in which order the other kings of three or four are set before the first round.
"""

from __future__ import annotations

from engine import chance
from engine.game import BadConfig, JsonObject, Outcome
from engine.kingdomino import reading
from engine.kingdomino.setup import config_of, table
from engine.kingdomino.state import State


def knowledge(state: State, seat: int) -> JsonObject:
    """JSON-ready: all that lies open, what is hidden as a sorted pool and its size, no seed."""
    known = state.known()
    known["seat"] = seat
    known["seats"] = state.table.seats
    known["config"] = config_of(state.table)
    known["bag_size"] = len(state.bag)
    known["pool"] = sorted(state.bag + state.box)
    first, others = state.draft[:1], state.draft[1:]
    known["draft"] = [*first, *(others if state.table.seats == 2 else sorted(others))]
    return known


def resume(data: JsonObject, seed: int) -> State:
    """Deal a game from knowledge; BadConfig where the data is not knowledge of this game."""
    try:
        state = _restore(data)
        reading.whole("the seat", data["seat"], 0, state.table.seats - 1)
        return imagine(state, seed)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise BadConfig(f"this is no knowledge of a game of Kingdomino: {error}") from error


def _restore(data: JsonObject) -> State:
    seats = reading.whole("seats", data["seats"], 2, 4)
    state = State(table(seats, data["config"]), 0, None)
    state.restore(data)
    state.current = reading.whole("current", data["current"], 0, seats - 1)
    state.row = reading.row("row", data["row"], seats)
    state.next_row = reading.row("next_row", data["next_row"], seats)
    state.kingdoms = [
        reading.kingdom(tiles, state.table.size, f"seat {seat}")
        for seat, tiles in enumerate(data["kingdoms"])
    ]
    pool = tuple([reading.domino("pool", number) for number in data["pool"]])
    state.bag, state.box = pool[: data["bag_size"]], pool[data["bag_size"] :]
    state.draft = reading.seats("draft", data["draft"], seats)
    state.earlier = reading.by_seat("earlier", data["earlier"], seats)
    state.largest = reading.by_seat("largest", data["largest"], seats)
    state.outcome = data["outcome"] and Outcome(*data["outcome"])
    state.domino = None
    if state.outcome is None and data["domino"] is not None:
        state.place(reading.domino("the current seat", data["domino"]))
    elif state.outcome is None:
        state.pick(state.row if state.draft else state.next_row)
    return state


def imagine(state: State, seed: int) -> State:
    """Return a copy without log in which all that is hidden is dealt anew."""
    new = state.copy()
    new.log = None
    new.seed = seed
    pool = sorted(state.bag + state.box)
    chance.shuffle(pool, seed, "imagine")
    new.bag, new.box = tuple(pool[: len(state.bag)]), tuple(pool[len(state.bag) :])
    if len(state.draft) > 1 and state.table.seats > 2:
        others = sorted(state.draft[1:])
        chance.shuffle(others, seed, "imagine", "kings")
        new.draft = (state.draft[0], *others)
    return new
