"""Learnt: a small net, trained by games against itself, judges kingdoms.

`python -m bench.train_kingdomino` makes it.
"""

from base64 import b85decode
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom
from engine.kingdomino.state import State
from kit.sdk import Request

wants = ["state"]

INPUTS, HIDDEN = 40, 16
STEP = 32  # the weights are whole numbers of this part of 1
POINTS = 10.0  # the net's unit
WEIGHTS = ""


class Judge:
    """What is a kingdom worth at the end of the game?"""

    def __init__(self, weights: Any) -> None:
        self.first = weights[: INPUTS * HIDDEN].reshape(INPUTS, HIDDEN)
        self.second = weights[INPUTS * HIDDEN :]

    def worth(self, rows: Any) -> Any:
        return POINTS * (rows[:, 0] + np.tanh(rows @ self.first) @ self.second)


def decide(request: Request) -> int:
    game: Any = request.imagine(0)
    table = game.state
    after = outcomes(JUDGE, table, request.seat, request.options)
    return int(np.argmax(values(JUDGE, table, request.seat, request.options, after)))


def outcomes(judge: Judge, table: State, seat: int, options: Sequence[Any]) -> list[Kingdom]:
    """The own kingdom after each answer; a domino that is picked is laid in its best place."""
    kingdom = table.kingdoms[seat]
    if table.domino is not None:
        domino = DOMINOES[table.domino]
        return [kingdom.place(domino, where) if where else kingdom for where in options]
    for number, king in [*table.row.items(), *table.next_row.items()]:
        if king == seat:
            kingdom = laid(judge, table, kingdom, number)
    return [laid(judge, table, kingdom, number) for number in options]


def laid(judge: Judge, table: State, kingdom: Kingdom, number: int) -> Kingdom:
    domino = DOMINOES[number]
    after = [kingdom.place(domino, where) for where in kingdom.places(domino)]
    if not after:
        return kingdom
    rows = np.array([features(table, one, 0.5) for one in after])
    return after[best(judge.worth(rows))]


def best(found):
    return int(np.argmax(np.round(found, 6)))


def values(judge, table, seat, options, after):
    worths = judge.worth(inputs(table, options, after))
    if table.domino is not None:
        return np.round(worths, 6)
    waiting = table.draft[1:] if table.draft else table.row.values()
    rival = next((one for one in waiting if one not in (None, seat)), None)
    if rival is None:
        return np.round(worths, 6)
    theirs = judge.worth(inputs(table, options, outcomes(judge, table, rival, options)))
    left = [max(np.delete(theirs, at)) for at in range(len(options))]
    return np.round(worths - np.array(left) / (table.table.seats - 1), 6)


def inputs(table, options, after):
    row = list(table.row if table.draft else table.next_row)
    late = [0.5 if table.domino is not None else row.index(number) / 3 for number in options]
    return np.array([features(table, one, at) for one, at in zip(after, late, strict=True)])


def features(table: State, kingdom: Kingdom, late: float) -> list[float]:
    free, width = kingdom.free, kingdom.board.width
    seats = table.table.seats
    left = (len(table.bag) + len(table.next_row) + len(table.row)) / seats
    near = free << 1 | free >> 1 | free << width | free >> width
    holes = (free & ~near).bit_count()
    points = kingdom.points
    centred = max(map(abs, kingdom.bounds)) <= kingdom.board.size // 2
    spread = free.bit_count()
    found = [
        points / POINTS, 1.0, late, left / 6, spread / 20, holes / 2, (spread - 2 * left) / 20,
        (kingdom.board.size - 5) / 2,
        float(centred and table.table.middle_kingdom), float(not holes and table.table.harmony),
    ]
    ones, twos = kingdom.ones, kingdom.twos
    for land, joins in zip(kingdom.land, kingdom.joins, strict=True):
        crowns = (land & ones).bit_count() + 2 * (land & twos).bit_count()
        room = min((land << 1 | land >> 1 | land << width | land >> width) & free, 1<<400).bit_count()
        room = min(room, 5)
        found += [
            land.bit_count() / 5, crowns / 3, room / 4, crowns * room / 8,
            (joins & free).bit_count() / 8,
        ]
    return found


JUDGE = Judge(np.frombuffer(b85decode(WEIGHTS) or bytes(INPUTS*HIDDEN+HIDDEN), np.int8).astype(float) / STEP)
