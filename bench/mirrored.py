"""Effect of mirrored deals: `python -m bench.mirrored [MATCHES]`.

Matches of two games by match points (win 1, tie one half): both games on one seed with seats
changed, against two seeds with seats changed. Money decks of Dominion on the engine, without jails.
The ratio of variances of match points, mirrored over independent, with its standard error; below 1
the mirror reduces luck.
"""

from __future__ import annotations

import math
import sys
from itertools import combinations_with_replacement
from statistics import fmean

from bench.strategies import STRATEGIES, Buyer
from engine import catalogue

MATCHES = 600
DECKS = ("BM0", "BMU", "Smithy1", "Smithy2")
CONFIG = {"kingdom": "First Game"}


def points(first: str, second: str, seed: int) -> float:
    """What the deck in the first seat makes of one game: 1, 0.5 or 0."""
    game = catalogue.new("dominion", seats=2, seed=seed, config=CONFIG, log=False)
    players = Buyer(STRATEGIES[first]), Buyer(STRATEGIES[second])
    while (decision := game.decision) is not None:
        game.choose(players[decision.seat].pick(game, decision))
    assert game.outcome
    one, other = game.outcome.ranks
    return 0.5 if one == other else float(one < other)


def match(one: str, other: str, seed: int, second_seed: int) -> float:
    """The points of the first deck, which sits first in one game and second in the other."""
    return points(one, other, seed) + 1 - points(other, one, second_seed)


def variance(values: list[float]) -> tuple[float, float]:
    """Of the values, and its standard error."""
    mean, count = fmean(values), len(values)
    second = fmean((value - mean) ** 2 for value in values)
    fourth = fmean((value - mean) ** 4 for value in values)
    return second, math.sqrt(max(0.0, fourth - second**2) / count)


def drawn(values: list[float]) -> float:
    """The share of matches in which both decks made as many points."""
    return fmean(float(value == 1.0) for value in values)


def ratio(mirrored: list[float], independent: list[float]) -> tuple[float, float]:
    """Of the variances, with its standard error; 0 where both are."""
    (over, over_error), (under, under_error) = variance(mirrored), variance(independent)
    if not over or not under:
        return 0.0, 0.0
    found = over / under
    return found, found * math.hypot(over_error / over, under_error / under)


def main(matches: int) -> None:
    """Print a line for each pair of decks."""
    seeds = range(matches)
    print(f"{matches} matches of two games a line; kingdom {CONFIG['kingdom']}")
    print(f"{'decks':<20}{'points':>8}{'variance ratio':>20}{'drawn: mirrored':>18}{'not':>7}")
    for one, other in combinations_with_replacement(DECKS, 2):
        mirrored = [match(one, other, seed, seed) for seed in seeds]
        independent = [match(one, other, seed, matches + seed) for seed in seeds]
        found, error = ratio(mirrored, independent)
        print(
            f"{one + ' - ' + other:<20}{fmean(mirrored):>8.2f}{found:>12.2f} +- {error:.2f}"
            f"{drawn(mirrored):>18.0%}{drawn(independent):>7.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
