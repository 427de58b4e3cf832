"""Count faults of house bots: `python -m bench.house_bot_faults [GAMES [FIRST]]`, deals from FIRST.

Two to four of them, as plain functions, play random kingdoms of all sets against each other. An
exception and an illegal answer are faults; the CPU time of the slowest bot is printed beside the
usual clock of a game.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Iterator

from arena.match.clocks import CLOCKS
from engine import catalogue
from engine.dominion.setup import EXPANSION_NAMES
from kit.bots import house_bots
from tests.kit.games import answer, load

GAMES = 2_000
LEFT_OUT = (
    "stumbler",
    "slowpoke",
    "rollout",
    "tuned-money",
)  # they fail, or take seconds (bench.search)
CONFIG = {"kingdom": "random", "sets": list(EXPANSION_NAMES)}
NAMES = [name for name in house_bots("dominion") if name not in LEFT_OUT]


def seating(number: int) -> list[str]:
    """Return every bot on every seat, with changing neighbours."""
    seats, step = 2 + number % 3, 1 + number // 3 % (len(NAMES) - 1)
    return [NAMES[(number + seat * step) % len(NAMES)] for seat in range(seats)]


def play(number: int, spent: dict[str, float]) -> Iterator[str]:
    """Play one game, add the seats' CPU seconds to `spent`, and yield a fault, if any."""
    names = seating(number)
    paths = house_bots("dominion")
    game = catalogue.new("dominion", seats=len(names), seed=number, config=CONFIG, log=False)
    bots = [load(paths[name].path, seat, seats=len(names)) for seat, name in enumerate(names)]
    while (decision := game.decision) is not None:
        began = time.process_time()
        try:
            picks = answer(bots[decision.seat], game, decision)
            game.choose(picks)
        except Exception:  # noqa: BLE001  (whatever a bot raises)
            yield f"deal {number}, {names[decision.seat]}: {decision}\n{traceback.format_exc()}"
            return
        spent[f"{names[decision.seat]}, seat {decision.seat}"] += time.process_time() - began


def main(games: int = GAMES, first: int = 0) -> None:
    faults: list[str] = []
    slowest, began = (0.0, ""), time.process_time()
    for number in range(first, first + games):
        spent: dict[str, float] = defaultdict(float)
        faults += play(number, spent)
        name, seconds = max(spent.items(), key=lambda one: one[1])
        slowest = max(slowest, (seconds, f"{name}, deal {number}"))
    print(*faults, sep="\n")
    seconds = time.process_time() - began
    print(f"{games} games, {len(faults)} faults, {seconds:.0f} CPU seconds")
    clock = CLOCKS["game_cpu"].usual
    print(f"slowest in a game: {slowest[0]:.2f} s with its views ({slowest[1]}); clock: {clock} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
