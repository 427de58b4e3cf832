"""Measure Kingdomino's speed: `python -m bench.kingdomino` prints tables.

Every seat picks at random among all options. CPU time, the best of many short runs taken in turns
(see bench/engine.py).
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Any

from bench.arguments import read_arguments
from bench.engine import print_calls, print_rates, print_shares
from engine import catalogue
from engine.game import Game

GAMES = 10  # per run
MANY = 10_000  # games for the mean score
WARM_UP = 40  # decisions before a game is copied and viewed


def new(seats: int, seed: int, *, log: bool = False, **config: Any) -> Game:
    return catalogue.new("kingdomino", seats=seats, seed=seed, config=config, log=log)


def play(game: Game, seed: int, *, view: bool = False, most: int = 1000) -> int:
    """Answer up to `most` questions at random; return how many."""
    dice = random.Random(seed).random
    decisions = 0
    while decisions < most and (decision := game.decision) is not None:
        if view:
            game.view(decision.seat)
        game.choose((int(dice() * len(decision.options)),))
        decisions += 1
    return decisions


def some_games(
    seats: int, *, log: bool = False, view: bool = False, **config: Any
) -> Callable[[], None]:
    """Return work that plays the same few deals in every run."""

    def run() -> None:
        for seed in range(GAMES):
            play(new(seats, seed, log=log, **config), seed, view=view)

    return run


def print_mean() -> None:
    """Print random players' mean score (see tests/engine/kingdomino/test_game.py)."""
    means = []
    for seed in range(MANY):
        game = new(4, seed, variants=["harmony", "middle_kingdom"], must_place=True)
        play(game, seed)
        means.append(statistics.fmean(game.scores))
    error = statistics.stdev(means) / MANY**0.5
    print(f"\nRandom players, four seats, Middle Kingdom and Harmony, must place, {MANY:,} games:")
    print(
        f"  {'mean score (others: 22.58 +- 0.02)':<40}{statistics.fmean(means):8.2f} +- {error:.2f}"
    )


def main() -> None:
    duel = ["mighty_duel"]
    works = {
        "four seats, log off": some_games(4),
        "four seats, log off, must place": some_games(4, must_place=True),
        "four seats, log on": some_games(4, log=True),
        "four seats, log on, a view a decision": some_games(4, log=True, view=True),
        "three seats, log off": some_games(3),
        "two seats, log off": some_games(2),
        "Mighty Duel, log off": some_games(2, variants=duel),
        "Mighty Duel, log off, must place": some_games(2, variants=duel, must_place=True),
        "Mighty Duel, log on, a view a decision": some_games(2, log=True, view=True, variants=duel),
    }
    print_rates("Kingdomino, random play", works, GAMES)
    decisions = sum(play(new(4, seed), seed) for seed in range(GAMES))
    print(f"  {'decisions a game of four':<40}{decisions / GAMES:8.1f}")
    game = new(4, 3)
    play(game, 3, most=WARM_UP)
    print_calls(game, 1)
    print_shares(works["four seats, log off"])
    print_mean()


if __name__ == "__main__":
    read_arguments(__doc__)
    main()
