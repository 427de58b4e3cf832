"""Let the house bots play each other: `python -m bench.house_bots [GAMES [GAME]]` prints tables.

They play as plain functions, without jails. With two seats each pair plays every deal from both
sides; a cell is the row's percentage of wins against the column, ties as half. With more seats
every combination of bots plays each deal on every seat; games won, match points and score are means
per game.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from arena.match.referee import match_points
from engine import catalogue
from engine.dominion.setup import EXPANSION_NAMES
from engine.game import Outcome
from kit.bots import house_bots
from tests.kit.games import play

GAMES = 100  # per pair or combination
LEFT_OUT = (
    "stumbler",
    "slowpoke",
    "rollout",
    "tuned-money",
)  # they fail, or take seconds (bench.search)


class Setting(NamedTuple):
    title: str
    config: dict[str, Any]
    seats: int = 2


STANDARD = {"variants": ["harmony", "middle_kingdom"]}
SETTINGS: dict[str, list[Setting]] = {
    "dominion": [
        Setting("First Game", {"kingdom": "First Game"}),
        Setting(
            "random kingdoms of all sets", {"kingdom": "random", "sets": list(EXPANSION_NAMES)}
        ),
        Setting(
            "random kingdoms of Prosperity, with Colonies",
            {"kingdom": "random", "sets": ["prosperity"], "colonies": True},
        ),
    ],
    "kingdomino": [
        Setting("two seats, Harmony and Middle Kingdom", STANDARD),
        Setting("Mighty Duel", {"variants": ["mighty_duel", *STANDARD["variants"]]}),
        Setting("four seats, Harmony and Middle Kingdom", STANDARD, seats=4),
    ],
}


class Played(NamedTuple):
    names: tuple[str, ...]
    outcome: Outcome

    def points(self) -> dict[str, float]:
        """Return match points by bot: one per opponent beaten, half per tie."""
        seating = range(len(self.names))
        found = match_points([(seating, self.outcome.ranks)])
        return dict(zip(self.names, found, strict=True))


def main(games: int, only: str | None = None) -> None:
    for game in [only] if only else catalogue.games():
        bots = {n: bot.path for n, bot in house_bots(game).items() if n not in LEFT_OUT}
        for setting in SETTINGS[game]:
            began = time.process_time()
            make = _duels if setting.seats == 2 else _together
            count, table = make(game, setting, bots, games)
            seconds = time.process_time() - began
            print(f"{catalogue.info(game).title}, {setting.title}: {count} games, {seconds:.0f} s")
            Console().print(table)


def _played(
    game: str, setting: Setting, bots: dict[str, Path], names: Sequence[str], games: int
) -> list[Played]:
    """Play each deal with every bot on every seat."""
    random.seed(" ".join(names))
    found = []
    for deal in range(games // len(names)):
        for turn in range(len(names)):
            seated = (*names[turn:], *names[:turn])
            ended = play([bots[name] for name in seated], deal, setting.config, game=game).outcome
            assert ended
            found.append(Played(seated, ended))
    return found


def _duels(game: str, setting: Setting, bots: dict[str, Path], games: int) -> tuple[int, Table]:
    wins: dict[tuple[str, str], float] = {}
    count = 0
    for one, other in combinations(bots, 2):
        played = _played(game, setting, bots, (one, other), games)
        count += len(played)
        wins[one, other] = mean(ended.points()[one] for ended in played)
        wins[other, one] = 1 - wins[one, other]
    table = Table("Bot")
    for title in (*map(str, range(1, len(bots) + 1)), "All"):
        table.add_column(title, justify="right")
    for number, one in enumerate(bots, 1):
        found = [wins.get((one, other)) for other in bots]
        cells = ["" if won is None else f"{100 * won:.0f}" for won in found]
        share = mean(won for won in found if won is not None)
        table.add_row(f"{number} {one}", *cells, f"{100 * share:.0f}")
    return count, table


def _together(game: str, setting: Setting, bots: dict[str, Path], games: int) -> tuple[int, Table]:
    columns: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    count = 0
    for names in combinations(bots, setting.seats):
        for ended in _played(game, setting, bots, names, games):
            count += 1
            winners = ended.outcome.ranks.count(1)
            for seat, (name, points) in enumerate(ended.points().items()):
                won = (ended.outcome.ranks[seat] == 1) / winners
                columns[name].append((won, points, ended.outcome.scores[seat]))
    table = Table("Bot")
    for title in ("Won, %", "Match points", "Score"):
        table.add_column(title, justify="right")
    for name, rows in columns.items():
        won, points, score = (mean(column) for column in zip(*rows, strict=True))
        table.add_row(name, f"{100 * won:.0f}", f"{points:.2f}", f"{score:.1f}")
    return count, table


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, *sys.argv[2:3])
