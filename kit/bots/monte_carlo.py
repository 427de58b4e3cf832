"""Monte Carlo: plays on from each option in many imagined games (UCB1)."""

import random
import time
from collections.abc import Sequence
from heapq import nlargest
from math import inf, log, sqrt
from typing import Any

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Where
from engine.kingdomino.state import State
from kit.sdk import Request

wants = ["state"]

PONDER = 0.03  # CPU seconds per decision; the usual clock allows ten times as much
SHARE = 1 / 20  # of the remaining clock, so it never runs out
CURIOSITY = 20.0  # bonus points for rarely tried options
CANDIDATES = 8  # places tried: those worth most at once
TRIES = 4  # places compared for a domino while playing on
CENTRE = 10  # for a castle that may still be centred


def decide(request: Request) -> int:
    """Pick the option tried most often."""
    until = time.process_time() + min(PONDER, SHARE * request.clock["left"])
    table = request.imagine(0)
    options = candidates(table)
    sums, trials = [0.0] * len(options), [0] * len(options)
    while time.process_time() < until:
        at = most_promising(sums, trials)
        game = table.imagine(request.seat, seed=trials[at])  # the same bags for every option
        game.choose((options[at],))
        sums[at] += play_on(game, request.seat)
        trials[at] += 1
    return options[trials.index(max(trials))]


def candidates(game: Any) -> list[int]:
    options = game.decision.options
    every = range(len(options))
    if game.decision.kind == "pick":
        return list(every)
    return nlargest(CANDIDATES, every, key=lambda option: worth(game.state, options[option]))


def most_promising(sums: Sequence[float], trials: Sequence[int]) -> int:
    """Untried options come first."""
    total = log(sum(trials) or 1)
    bounds = [
        points / count + CURIOSITY * sqrt(total / count) if count else inf
        for points, count in zip(sums, trials, strict=True)
    ]
    return bounds.index(max(bounds))


def play_on(game: Any, seat: int) -> int:
    """Play fast to the end: high dominoes have crowns; others' places do not matter."""
    state = game.state
    dynasty_game = state.dynasty_game
    while state.dynasty_game == dynasty_game and (decision := game.decision) is not None:
        last = len(decision.options) - 1
        if decision.kind == "pick":
            option = max(random.randint(0, last), random.randint(0, last))
        else:
            option = place(state, decision.options) if decision.seat == seat else last
        game.choose((option,))
    points: int = game.scores[seat]
    return points


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
