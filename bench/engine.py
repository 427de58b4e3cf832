"""How fast the engine is: `python -m bench.engine` prints tables.

Figures are CPU time, the best of many short runs taken in turns, because machines are noisy; the
ratios within one run are steadier than the figures themselves.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from bench.strategies import STRATEGIES, Buyer
from engine import catalogue
from engine.game import Game

GAMES = 15  # a run
RUNS_OF_GAMES = 40
CALLS = 50  # a run
RUNS_OF_CALLS = 100
WARM_UP = 20  # decisions before a game is copied and looked at


def play(game: Game, *, view: bool = False) -> int:
    """Big Money (seat 0) against Big Money with Smithies (seat 1); how many decisions it took."""
    players = Buyer(STRATEGIES["BM0"]), Buyer(STRATEGIES["Smithy2"])
    decisions = 0
    while (decision := game.decision) is not None:
        if view:
            game.view(decision.seat)
        game.choose(players[decision.seat].pick(game, decision))
        decisions += 1
    return decisions


def new(seed: int, *, log: bool) -> Game:
    """A fresh game of two on the first kingdom."""
    return catalogue.new("dominion", seats=2, seed=seed, log=log)


def best(works: Mapping[str, Callable[[], object]], runs: int, times: int) -> dict[str, float]:
    """CPU seconds for doing each work once: the best of many short runs.

    The works take turns, so that a slow moment of the machine falls on all of them.
    """
    found = dict.fromkeys(works, float("inf"))
    for _ in range(runs):
        for title, work in works.items():
            start = time.process_time()
            for _ in range(times):
                work()
            found[title] = min(found[title], (time.process_time() - start) / times)
    return found


def some_games(*, log: bool, view: bool = False) -> None:
    """The same few deals in every run."""
    for seed in range(GAMES):
        play(new(seed, log=log), view=view)


def in_the_middle() -> Game:
    """A game that has gone on for a while, without log: what a searching bot copies."""
    game, player = new(3, log=False), Buyer(STRATEGIES["BM0"])
    for _ in range(WARM_UP):
        if game.decision is not None:
            game.choose(player.pick(game, game.decision))
    return game


def shares() -> Counter[str]:
    """Share of the time by module, what builtins took counted to the module that called them."""
    profile = cProfile.Profile()
    profile.enable()
    for seed in range(GAMES):
        play(new(seed, log=False))
    profile.disable()
    spent: Counter[str] = Counter()
    rows = pstats.Stats(profile).stats  # type: ignore[attr-defined]  # missing in typeshed
    for (file, _, _), (_, _, own, _, callers) in rows.items():
        if file == "~":
            for (caller, _, _), (_, _, part, _) in callers.items():
                spent[module(caller)] += part
        else:
            spent[module(file)] += own
    return spent


def module(file: str) -> str:
    """A file as the part of the engine it is."""
    path = Path(file)
    if "engine" not in path.parts or "bench" in path.parts:
        return "the players"
    return path.relative_to(Path(__file__).parents[1]).as_posix()


def print_games() -> None:
    print("Dominion, Big Money against Big Money with 2 Smithies, one CPU:")
    works = {
        "log off": lambda: some_games(log=False),
        "log on": lambda: some_games(log=True),
        "log on, a view for every decision": lambda: some_games(log=True, view=True),
    }
    measured = best(works, RUNS_OF_GAMES, 1)
    first = measured["log off"]
    for title, seconds in measured.items():
        print(f"  {title:<36}{GAMES / seconds:8.0f} games/s {seconds / first:8.2f} x the time")
    decisions = sum(play(new(seed, log=False)) for seed in range(GAMES))
    print(f"  {'decisions a game':<36}{decisions / GAMES:8.1f}")
    print(f"  {'a decision, log off':<36}{first / decisions * 1e6:8.1f} µs")


def print_calls() -> None:
    game = in_the_middle()
    known = game.knowledge(1)
    calls: dict[str, Callable[[], object]] = {
        "copy": game.copy,
        "view(0)": lambda: game.view(0),
        "knowledge(0)": lambda: game.knowledge(0),
        "imagine(1)": lambda: game.imagine(1, 5),
        "resume of knowledge(1)": lambda: catalogue.resume(known, 5),
    }
    measured = best(calls, RUNS_OF_CALLS, CALLS)
    print(f"\nIn the middle of a game (decision {WARM_UP}):")
    for title, seconds in measured.items():
        print(f"  {title:<36}{seconds * 1e6:8.1f} µs {seconds / measured['copy']:12.1f} copies")


def print_shares() -> None:
    spent = shares()
    print("\nShare of the time by part, log off, as the profiler sees it:")
    for part, seconds in spent.most_common():
        share = seconds / spent.total()
        if share >= 0.01:
            print(f"  {part:<36}{share:8.0%}")


if __name__ == "__main__":
    print_games()
    print_calls()
    print_shares()
