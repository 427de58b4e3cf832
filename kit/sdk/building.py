"""Kingdomino in a search: places worth trying, and fast games to the end."""

import random
from collections.abc import Sequence
from heapq import nlargest
from typing import Any

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Where
from engine.kingdomino.state import State

CANDIDATES = 8  # places tried: those worth most at once
TRIES = 4  # places compared for a domino while playing on
CENTRE = 10  # for a castle that may still be centred


def candidates(game: Any) -> list[int]:
    """Options worth a try."""
    options = game.decision.options
    every = range(len(options))
    if game.decision.kind == "pick":
        return list(every)
    return nlargest(CANDIDATES, every, key=lambda option: worth(game.state, options[option]))


def play_on(game: Any, *seats: int) -> None:
    """Play fast to the end; only these seats care for places."""
    state = game.state
    dynasty_game = state.dynasty_game
    while state.dynasty_game == dynasty_game and (decision := game.decision) is not None:
        last = len(decision.options) - 1
        if decision.kind == "pick":
            # high dominoes have crowns
            option = max(random.randint(0, last), random.randint(0, last))
        else:
            option = place(state, decision.options) if decision.seat in seats else last
        game.choose((option,))


def place(state: State, options: Sequence[Any]) -> int:
    drawn = random.choices(range(len(options)), k=TRIES)
    values = [worth(state, options[option]) for option in drawn]
    return drawn[values.index(max(values))]


def worth(state: State, where: Where | None) -> int:
    """Points, plus any bonus for the castle."""
    if where is None or state.domino is None:
        return -1
    kingdom = state.kingdoms[state.current].place(DOMINOES[state.domino], where)
    centred = state.table.middle_kingdom and max(map(abs, kingdom.bounds)) <= state.table.size // 2
    return kingdom.points + CENTRE * centred
