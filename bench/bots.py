"""How the house bots fare against each other: `python -m bench.bots [GAMES]` prints tables.

They play as plain functions, without jails. Each pair plays every deal from both sides. A cell is
the percentage of games that the bot of its line wins against the bot of its column; a tie is half.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from rich.console import Console
from rich.table import Table

from kit.bots import house_bots
from tests.kit.games import play

GAMES = 100  # for each pair
FAILING = ("stumbler", "slowpoke")
KINGDOMS: dict[str, dict[str, Any]] = {
    "First Game": {"kingdom": "First Game"},
    "random kingdoms of all sets": {"kingdom": "random"},
    "random kingdoms of Prosperity, with Colonies": {
        "kingdom": "random",
        "sets": ["prosperity"],
        "colonies": True,
    },
}


def main(games: int) -> None:
    """Print a table for each kind of kingdom."""
    bots = {name: bot.path for name, bot in house_bots().items() if name not in FAILING}
    for title, config in KINGDOMS.items():
        began = time.process_time()
        wins: dict[tuple[str, str], float] = {}
        rounds: list[int] = []
        for one, other in combinations(bots, 2):
            random.seed(f"{one} {other}")
            for deal in range(games // 2):
                for names in ((one, other), (other, one)):
                    game = play([bots[name] for name in names], deal, config)
                    rounds.append(max(seat["turns"] for seat in game.view(None)["seats"]))
                    assert game.outcome
                    _count(wins, names, game.outcome.ranks)
        seconds = time.process_time() - began
        average = sum(rounds) / len(rounds)
        print(f"{title}: {len(rounds)} games, {average:.1f} rounds each, {seconds:.0f} s")
        Console().print(_table(list(bots), wins, games // 2 * 2))


def _count(wins: dict[tuple[str, str], float], names: Sequence[str], ranks: list[int]) -> None:
    """Add a game to both bots' wins."""
    won = 0.5 if ranks[0] == ranks[1] else float(ranks[0] == 1)
    for (one, other), points in zip((names, names[::-1]), (won, 1 - won), strict=True):
        wins[one, other] = wins.get((one, other), 0.0) + points


def _table(names: list[str], wins: dict[tuple[str, str], float], games: int) -> Table:
    table = Table("Bot")
    for number, _ in enumerate(names, 1):
        table.add_column(str(number), justify="right")
    table.add_column("All", justify="right")
    for number, one in enumerate(names, 1):
        found = [wins.get((one, other)) for other in names]
        cells = ["" if won is None else f"{100 * won / games:.0f}" for won in found]
        share = sum(won or 0 for won in found) / games / (len(names) - 1)
        table.add_row(f"{number} {one}", *cells, f"{100 * share:.0f}")
    return table


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
