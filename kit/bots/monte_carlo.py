"""Monte Carlo: plays on from each option in many imagined games (UCB1)."""

import time
from collections.abc import Sequence
from math import inf, log, sqrt

from kit.sdk import Request
from kit.sdk.building import candidates, play_on

wants = ["state"]

PONDER = 0.03  # CPU seconds per decision; the usual clock allows ten times as much
SHARE = 1 / 20  # of the remaining clock, so it never runs out
CURIOSITY = 20.0  # bonus points for rarely tried options


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
        play_on(game, request.seat)
        sums[at] += game.scores[request.seat]
        trials[at] += 1
    return options[trials.index(max(trials))]


def most_promising(sums: Sequence[float], trials: Sequence[int]) -> int:
    """Untried options come first."""
    total = log(sum(trials) or 1)
    bounds = [
        points / count + CURIOSITY * sqrt(total / count) if count else inf
        for points, count in zip(sums, trials, strict=True)
    ]
    return bounds.index(max(bounds))
