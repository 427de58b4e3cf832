"""Monte Carlo: plays on from each option in many imagined games, more often from the better ones.

The search is UCB1 over the options of one decision, each game with a bag of its own.
"""

import random
import time
from collections.abc import Sequence
from heapq import nlargest
from math import inf, log, sqrt
from typing import Any

from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Where
from engine.kingdomino.state import State

wants = ["state"]

PONDER = 0.03  # seconds of CPU a decision. The usual clock allows ten times as much: try it
SHARE = 1 / 20  # of the clock that is left: so it never runs out
CURIOSITY = 20.0  # points that an option tried seldom is given on trust
CANDIDATES = 8  # places that are tried at all: those that are worth most at once
TRIES = 4  # places that are looked at for a domino while playing on
CENTRE = 10  # what a castle is worth that may still end in the middle


def decide(request: Any) -> int:
    """The option that was tried most often when the time is up."""
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
    """Every domino, but only the best of the places: the fewer, the more often each is tried."""
    options = game.decision.options
    every = range(len(options))
    if game.decision.kind == "pick":
        return list(every)
    return nlargest(CANDIDATES, every, key=lambda option: worth(game.state, options[option]))


def most_promising(sums: Sequence[float], trials: Sequence[int]) -> int:
    """The option of the highest upper confidence bound; first, each one once."""
    total = log(sum(trials) or 1)
    bounds = [
        points / count + CURIOSITY * sqrt(total / count) if count else inf
        for points, count in zip(sums, trials, strict=True)
    ]
    return bounds.index(max(bounds))


def play_on(game: Any, seat: int) -> int:
    """The points of this seat at the end of a game played on fast, but not at all well.

    Kings go anywhere, rather to high numbers, for these have crowns. What others do with their
    dominoes does not matter here.
    """
    state = game.state
    leg = state.leg
    while state.leg == leg and (decision := game.decision) is not None:
        last = len(decision.options) - 1
        if decision.kind == "pick":
            option = max(random.randint(0, last), random.randint(0, last))
        else:
            option = place(state, decision.options) if decision.seat == seat else last
        game.choose((option,))
    points: int = game.scores[seat]
    return points


def place(state: State, options: Sequence[Any]) -> int:
    """The best of a few places, drawn at random."""
    drawn = random.choices(range(len(options)), k=TRIES)
    values = [worth(state, options[option]) for option in drawn]
    return drawn[values.index(max(values))]


def worth(state: State, where: Where | None) -> int:
    """The points of the kingdom with its domino there, and its castle's if that may be centred."""
    if where is None or state.domino is None:
        return -1
    kingdom = state.kingdoms[state.current].place(DOMINOES[state.domino], where)
    centred = state.table.middle_kingdom and max(map(abs, kingdom.bounds)) <= state.table.size // 2
    return kingdom.points + CENTRE * centred
