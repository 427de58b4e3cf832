"""Let the house bots play each other: `python -m bench.house_bots [GAMES [GAME]] [--write]`.

They play as plain functions, without jails. With two seats each pair plays every deal from both
sides; a cell is the row's percentage of wins against the column, ties as half. With more seats
every combination of bots plays each deal on every seat; games won, match points and score are means
per game. Bots that search play a tenth of the games. `--write` renews docs/bots/house-bots.md.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from arena.matches.referee.referee import match_points
from bench.pages import Sheet, write
from engine import catalogue
from engine.dominion.setup import EXPANSION_NAMES
from engine.game import Outcome
from kit.bots import house_bots
from tests.kit.games import play

PAGE = "bots/house-bots.md"
GAMES = 100  # per pair or combination
SLOW = ("monte-carlo", "uct")
LESS = 10  # times
# they fail, take seconds (bench.search), or need numpy (docs/bots/learning.md)
LEFT_OUT = ("stumbler", "slowpoke", "rollout", "tuned-money", "learnt")


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


def main() -> None:
    given = arguments()
    for game in [given.game] if given.game else SETTINGS:
        for sheet in tables(game, given.games):
            sheet.show()
            if given.write:
                write(PAGE, [sheet])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=GAMES, help="of a pair")
    parser.add_argument("game", nargs="?", choices=list(SETTINGS))
    parser.add_argument("--write", action="store_true", help=f"renew the tables of docs/{PAGE}")
    return parser.parse_args()


def tables(game: str, games: int) -> Iterator[Sheet]:
    bots = {n: bot.path for n, bot in house_bots(game).items() if n not in LEFT_OUT}
    for setting in SETTINGS[game]:
        make = duels if setting.seats == 2 else together
        yield make(game, setting, bots, games)


def _played(
    game: str, setting: Setting, bots: dict[str, Path], names: Sequence[str], games: int
) -> list[Played]:
    """Play each deal with every bot on every seat."""
    random.seed(" ".join(names))
    found = []
    games //= LESS if set(names).intersection(SLOW) else 1
    for deal in range(max(1, games // len(names))):
        for turn in range(len(names)):
            seated = (*names[turn:], *names[:turn])
            ended = play([bots[name] for name in seated], deal, setting.config, game=game).outcome
            assert ended
            found.append(Played(seated, ended))
    return found


def _heading(game: str, setting: Setting) -> str:
    return f"{catalogue.info(game).title}: {setting.title}"


def duels(game: str, setting: Setting, bots: dict[str, Path], games: int) -> Sheet:
    wins: dict[tuple[str, str], float] = {}
    counts: Counter[str] = Counter()
    for one, other in combinations(bots, 2):
        played = _played(game, setting, bots, (one, other), games)
        counts.update({one: len(played), other: len(played)})
        wins[one, other] = mean(ended.points()[one] for ended in played)
        wins[other, one] = 1 - wins[one, other]
    rows = []
    for number, one in enumerate(bots, 1):
        found = [wins.get((one, other)) for other in bots]
        cells = ["" if won is None else f"{100 * won:.0f}" for won in found]
        share = mean(won for won in found if won is not None)
        rows.append((f"{number} {one}", *cells, f"{100 * share:.0f}", f"{counts[one]:,}"))
    numbers = map(str, range(1, len(bots) + 1))
    return Sheet(_heading(game, setting), ("Bot", *numbers, "All", "Games"), rows)


def together(game: str, setting: Setting, bots: dict[str, Path], games: int) -> Sheet:
    columns: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    for names in combinations(bots, setting.seats):
        for ended in _played(game, setting, bots, names, games):
            winners = ended.outcome.ranks.count(1)
            for seat, (name, points) in enumerate(ended.points().items()):
                won = (ended.outcome.ranks[seat] == 1) / winners
                columns[name].append((won, points, ended.outcome.scores[seat]))
    rows = []
    for name in bots:
        won, points, score = (mean(column) for column in zip(*columns[name], strict=True))
        cells = f"{100 * won:.0f}", f"{points:.2f}", f"{score:.1f}", f"{len(columns[name]):,}"
        rows.append((name, *cells))
    heads = "Bot", "Won, %", "Match points", "Score", "Games"
    return Sheet(_heading(game, setting), heads, rows)


if __name__ == "__main__":
    main()
