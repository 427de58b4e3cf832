"""Measure Dominion's speed: `python -m bench.engine` (bench.kingdomino: Kingdomino).

CPU time, the best of many short runs taken in turns, as machines are noisy; ratios within a run are
steadier than figures.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from bench.arguments import read_arguments
from bench.strategies import STRATEGIES, Buyer, dearest
from engine import catalogue, chance
from engine.dominion.card import of_expansion
from engine.dominion.setup import EXPANSION_NAMES, KINGDOM_SIZE
from engine.game import Game

GAMES = 15  # per run
RUNS_OF_GAMES = 40
RUNS_OF_KINGDOMS = 10
CALLS = 50  # per run
RUNS_OF_CALLS = 100
WARM_UP = 20  # decisions before a game is copied and viewed


def play(game: Game, *, view: bool = False) -> int:
    """Play Big Money (seat 0) against Big Money with Smithies (seat 1); return the decisions."""
    players = Buyer(STRATEGIES["BM0"]), Buyer(STRATEGIES["Smithy2"])
    decisions = 0
    while (decision := game.decision) is not None:
        if view:
            game.view(decision.seat)
        game.choose(players[decision.seat].pick(game, decision))
        decisions += 1
    return decisions


def new(seed: int, *, log: bool) -> Game:
    return catalogue.new("dominion", seats=2, seed=seed, log=log)


def best(works: Mapping[str, Callable[[], object]], runs: int, times: int) -> dict[str, float]:
    """Return CPU seconds per call, the best of many runs.

    Take turns, so that a slow moment of the machine hits all alike.
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
    """Play the same few deals in every run."""
    for seed in range(GAMES):
        play(new(seed, log=log), view=view)


def kingdom_of(expansion: str) -> list[str]:
    """Draw ten cards of it, with some of the base game where it has fewer."""
    own, base = ([card.name for card in of_expansion(one)] for one in (expansion, "base"))
    drawn: list[str] = chance.sample(own, min(KINGDOM_SIZE, len(own)), 1, expansion)
    return (drawn + [card for card in base if card not in drawn])[:KINGDOM_SIZE]


def games_of(kingdom: list[str]) -> int:
    """Play the same few deals in every run; return the decisions."""
    decisions = 0
    for seed in range(GAMES):
        config = {"kingdom": kingdom}
        game = catalogue.new("dominion", seats=2, seed=seed, config=config, log=False)
        while (decision := game.decision) is not None:
            game.choose(dearest(decision))
            decisions += 1
    return decisions


def in_the_middle() -> Game:
    """Return a game without log after some decisions, as a searching bot copies."""
    game, player = new(3, log=False), Buyer(STRATEGIES["BM0"])
    for _ in range(WARM_UP):
        if game.decision is not None:
            game.choose(player.pick(game, game.decision))
    return game


def shares(work: Callable[[], object]) -> Counter[str]:
    """Return seconds by module, builtins with their callers."""
    profile = cProfile.Profile()
    profile.enable()
    work()
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
    path = Path(file)
    if "engine" not in path.parts or "bench" in path.parts:
        return "the players"
    return path.relative_to(Path(__file__).parents[1]).as_posix()


def print_rates(title: str, works: Mapping[str, Callable[[], object]], games: int) -> None:
    """Print games per CPU second, with ratios to the first."""
    print(f"{title}, one CPU:")
    measured = best(works, RUNS_OF_GAMES, 1)
    first = next(iter(measured.values()))
    for name, seconds in measured.items():
        print(f"  {name:<40}{games / seconds:8.0f} games/s {seconds / first:8.2f} x the time")


def print_expansions() -> None:
    """Print the same for a kingdom of each expansion, whose games have other lengths."""
    kingdoms = {name: kingdom_of(name) for name in EXPANSION_NAMES}
    works = {name: partial(games_of, kingdom) for name, kingdom in kingdoms.items()}
    measured = best(works, RUNS_OF_KINGDOMS, 1)
    print("\nOne kingdom of each expansion, the dearest card bought, log off:")
    for name, seconds in measured.items():
        decisions = games_of(kingdoms[name]) / GAMES
        each = f"{decisions:.0f} decisions of {1e6 * seconds / GAMES / decisions:.1f} µs"
        print(f"  {name:<40}{GAMES / seconds:8.0f} games/s, {each}")
        print(f"    {', '.join(sorted(kingdoms[name]))}")


def print_calls(game: Game, viewer: int) -> None:
    """Print what a searching bot and a referee call, in microseconds and in copies."""
    known = game.knowledge(viewer)
    calls: dict[str, Callable[[], object]] = {
        "copy": game.copy,
        "view": lambda: game.view(viewer),
        "knowledge": lambda: game.knowledge(viewer),
        "imagine": lambda: game.imagine(viewer, 5),
        "resume of knowledge": lambda: catalogue.resume(known, 5),
    }
    measured = best(calls, RUNS_OF_CALLS, CALLS)
    print("\nIn the middle of a game:")
    for title, seconds in measured.items():
        print(f"  {title:<40}{seconds * 1e6:8.1f} µs {seconds / measured['copy']:12.1f} copies")


def print_shares(work: Callable[[], object]) -> None:
    spent = shares(work)
    print("\nShare of the time by part, log off, as the profiler sees it:")
    for part, seconds in spent.most_common():
        share = seconds / spent.total()
        if share >= 0.01:
            print(f"  {part:<40}{share:8.0%}")


def main() -> None:
    works = {
        "log off": lambda: some_games(log=False),
        "log on": lambda: some_games(log=True),
        "log on, a view for every decision": lambda: some_games(log=True, view=True),
    }
    print_rates("Dominion, Big Money against Big Money with 2 Smithies", works, GAMES)
    decisions = sum(play(new(seed, log=False)) for seed in range(GAMES))
    print(f"  {'decisions a game':<40}{decisions / GAMES:8.1f}")
    print_expansions()
    print_calls(in_the_middle(), 1)
    print_shares(works["log off"])


if __name__ == "__main__":
    read_arguments(__doc__)
    main()
