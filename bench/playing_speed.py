"""Compare the engine's speed with an earlier version, and with its compiled build if there is one.

`python -m bench.playing_speed [--against COMMIT] [ROUNDS]`: one process a version, the same work in
turns, CPU time, the best round of each.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROUNDS = 15
GAMES = 30
SERVE = "--serve"
WORKS: dict[str, Callable[[], int]] = {}  # each returns how many games, deals or calls it did


def work(title: str) -> Callable[[Callable[[], int]], Callable[[], int]]:
    def note(function: Callable[[], int]) -> Callable[[], int]:
        WORKS[title] = function
        return function

    return note


@work("Dominion, Big Money mirror")
def mirror() -> int:
    return _mirror(log=False)


@work("the same with log and views")
def mirror_seen() -> int:
    return _mirror(log=True)


def _mirror(*, log: bool) -> int:
    from bench.strategies import STRATEGIES, Buyer  # noqa: PLC0415  # of the version that serves
    from engine import catalogue  # noqa: PLC0415

    for seed in range(GAMES):
        game = catalogue.new("dominion", seats=2, seed=seed, log=log)
        players = [Buyer(STRATEGIES["BM0"]) for _ in range(2)]
        while (decision := game.decision) is not None:
            if log:
                game.view(decision.seat)
            game.choose(players[decision.seat].pick(game, decision))
    return GAMES


@work("Dominion, dearest card of random kingdoms")
def dear() -> int:
    from bench.strategies import dearest  # noqa: PLC0415
    from engine import catalogue  # noqa: PLC0415

    for seed in range(GAMES):
        config = {"kingdom": "random"}
        game = catalogue.new("dominion", seats=2, seed=seed, config=config, log=False)
        while (decision := game.decision) is not None:
            game.choose(dearest(decision))
    return GAMES


@work("Rollouts from the first turn: imagine, Big Money to the end")
def rollouts() -> int:
    from bench.strategies import STRATEGIES, Buyer  # noqa: PLC0415
    from engine import catalogue  # noqa: PLC0415

    root = catalogue.new("dominion", seats=2, seed=1, log=False)
    for seed in range(GAMES):
        game = root.imagine(0, seed)
        players = [Buyer(STRATEGIES["BM0"]) for _ in range(2)]
        while (decision := game.decision) is not None:
            game.choose(players[decision.seat].pick(game, decision))
    return GAMES


@work("Rollouts with the kit's plan: search.play_out of a BuyPlan")
def planned() -> int:
    from engine import catalogue  # noqa: PLC0415
    from kit.sdk.plans import BuyPlan  # noqa: PLC0415
    from kit.sdk.search import play_out  # noqa: PLC0415

    plan = BuyPlan((("Gold", 99), ("Smithy", 2), ("Silver", 99)))
    root = catalogue.new("dominion", seats=2, seed=1, log=False)
    for seed in range(GAMES):
        play_out(root.imagine(0, seed), plan)
    return GAMES


@work("Kingdomino, four seats, any option")
def kingdomino() -> int:
    from bench.kingdomino import new, play  # noqa: PLC0415

    for seed in range(GAMES):
        play(new(4, seed), seed)
    return GAMES


@work("Dominion, copies in the middle")
def copies() -> int:
    from bench.engine import in_the_middle  # noqa: PLC0415

    game = in_the_middle()
    for _ in range(5000):
        game.copy()
    return 5000


def serve() -> None:
    """Do the work named by each line; answer how many a CPU second."""
    for line in sys.stdin:
        began = time.process_time()
        count = WORKS[line.strip()]()
        print(count / (time.process_time() - began), flush=True)


@contextmanager
def served(folder: Path, setting: str) -> Iterator[Callable[[str], float]]:
    """Serve from the modules of this folder; `setting` "0": not from a build of its engine."""
    path = [str(folder)]
    program = (
        f"import runpy, sys; sys.path[:0] = {path!r}; sys.argv[1:] = [{SERVE!r}]; "
        f"runpy.run_path({__file__!r}, run_name='__main__')"
    )
    command = [sys.executable, "-P", "-c", program]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        env={"PYTHONHASHSEED": "0", "KINGSBENCH_COMPILED": setting}, cwd="/",
    ) as process:  # fmt: skip

        def rate(title: str) -> float:
            if process.stdin is None or process.stdout is None:
                raise RuntimeError("the process has no pipes")
            print(title, file=process.stdin, flush=True)
            return float(process.stdout.readline())

        yield rate


def compare(versions: dict[str, tuple[Path, str]], rounds: int) -> None:
    with ExitStack() as stack:
        rates = {name: stack.enter_context(served(*how)) for name, how in versions.items()}
        print(f"{'Games, deals or copies a CPU second':<62}", *[f"{name:>10}" for name in rates])
        for title in WORKS:
            best = dict.fromkeys(rates, 0.0)
            for _ in range(rounds):
                for name, rate in rates.items():
                    best[name] = max(best[name], rate(title))
            first, *rest = best.values()
            ratios = " ".join([f"x {one / first:.2f}" for one in rest])
            print(f"{title:<62}", *[f"{one:10,.0f}" for one in best.values()], ratios)


def main() -> None:
    if sys.argv[1:] == [SERVE]:
        serve()
        return
    from bench.versions import versions  # noqa: PLC0415
    from engine import compiled  # noqa: PLC0415

    parser = argparse.ArgumentParser()
    parser.add_argument("--against", default="")
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    options = parser.parse_args()
    with versions(options.against) as found:
        compared = {one.title[:10]: (one.folder, "0") for one in found}
        if compiled.current():
            compared["compiled"] = found[-1].folder, ""
        compare(compared, options.rounds)


if __name__ == "__main__":
    main()
