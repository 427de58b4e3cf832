"""The commands `kingsbench gauntlet` and `league`: bots meet in pairs, and are ranked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count
from pathlib import Path
from typing import Any

from rich.console import Console

from arena.matches.referee.referee import Entrant, Plan
from arena.ratings import bradley_terry, sprt
from arena.ratings.bradley_terry import Ratings
from arena.ratings.intervals import Estimate
from kit.bots import FAULTY, house_bots
from kit.errors import BadInput, CommandFailed
from kit.measure.duel import SEATS, mirrored_plans
from kit.play import keeping, report
from kit.play.played import NOT_PLAYED, JsonObject, PlayedMatch, Task
from kit.play.report import numbers_table, plain
from kit.play.running import running
from kit.play.series import points_by_seat
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments, runtimes
from kit.terminal import quantity

GAMES, MOST = 20, 1000  # of a pair; the second where a budget ends them
NOT_BOTS = ("test_", "conftest", "_", ".")
MOST_BUDGET = 1e9
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class RankingOptions(SeriesOptions):
    """The commands' options."""

    game: str
    games: int | None
    budget: str | None


@dataclass
class Scores:
    """One bot's sums; `seats`: points in each seat."""

    games: int = 0
    points: float = 0.0
    faults: int = 0
    cpu: float = 0.0
    seats: list[float] = field(default_factory=lambda: [0.0] * SEATS)


@dataclass
class Field:
    """In each round all pairs play the same deal, from both seats."""

    entrants: Sequence[Entrant]
    pairs: Sequence[Pair]
    plans: Sequence[Plan]
    counts: dict[Pair, list[int]] = field(default_factory=dict)
    games: dict[Pair, list[int]] = field(default_factory=dict)  # won, tied, lost
    scores: dict[int, Scores] = field(default_factory=lambda: defaultdict(Scores))
    matches: int = 0
    cpu: float = 0.0
    jail: JsonObject = field(default_factory=lambda: NOT_PLAYED)

    def __post_init__(self) -> None:
        self.counts = {pair: [0] * sprt.PAIR_CELLS for pair in self.pairs}
        self.games = {pair: [0] * len(("won", "tied", "lost")) for pair in self.pairs}

    def tasks(self) -> Iterator[Task]:
        numbers = count()
        for plan in self.plans:
            for pair in self.pairs:
                players = tuple(self.entrants[bot] for bot in pair)
                yield Task(next(numbers), plan, players)

    def count(self, match: PlayedMatch) -> None:
        """Count the next match in the order of the tasks."""
        pair = self.pairs[self.matches % len(self.pairs)]
        self.counts[pair][round(2 * match.points[0])] += 1
        for game in match.games:
            own, others = (game.ranks[game.seating.index(player)] for player in range(SEATS))
            self.games[pair][(own >= others) + (own > others)] += 1
        self.matches += 1
        self.cpu += match.cpu
        self.jail = match.jail
        for player, bot in enumerate(pair):
            scores = self.scores[bot]
            scores.points += match.points[player]
            scores.faults += sum(fault.entrant == player for fault in match.faults)
            for game in match.games:
                seat = game.seating.index(player)
                scores.games += 1
                scores.cpu += game.cpu[player]
                scores.seats[seat] += points_by_seat(game)[seat]

    def ratings(self) -> Ratings:
        return bradley_terry.fit(self.counts, len(self.entrants))

    def order(self, ratings: Ratings) -> list[int]:
        """Return the bots, best first."""
        return sorted(range(len(self.entrants)), key=lambda bot: -ratings.elo[bot])

    def counts_of(self, bot: int, other: int) -> list[int]:
        """Return a pair's counts from the view of `bot`; nothing where they do not meet."""
        if (bot, other) in self.counts:
            return self.counts[bot, other]
        return self.counts.get((other, bot), [])[::-1]

    def to_json(self) -> dict[str, Any]:
        """Estimates are [value, low, high]; `pairs` count matches by the first bot's points."""
        plan, ratings = self.plans[0], self.ratings()
        order = self.order(ratings)
        return {
            "game": plan.game,
            "config": plan.config,
            "seed": plan.seed,
            "games": SEATS * self.matches,
            "cpu": self.cpu,
            "bots": [
                {
                    "name": self.entrants[bot].name,
                    "elo": ratings.estimate(bot),
                    "ranks": ratings.ranks(bot),
                    "games": self.scores[bot].games,
                    "points": self.scores[bot].points,
                    "seats": self.scores[bot].seats,
                    "faults": self.scores[bot].faults,
                    "cpu": self.scores[bot].cpu,
                }
                for bot in order
            ],
            "pairs": [
                {
                    "bots": [self.entrants[bot].name for bot in pair],
                    "counts": counts,
                    "games": dict(zip(("won", "tied", "lost"), self.games[pair], strict=True)),
                    "los": ratings.los(*pair),
                }
                for pair, counts in self.counts.items()
            ],
            "los": [
                [None if bot == other else ratings.los(bot, other) for other in order]
                for bot in order
            ],
            **self.jail,
        }


# --- played -------------------------------------------------------------------------------------
def gauntlet(options: RankingOptions, bot: str, opponents: Sequence[str]) -> None:
    """Play one bot against each of the others. Raises BadInput."""
    others = list(opponents) or [name for name in house_opponents(options.game) if name != bot]
    entrants = bot_arguments.entrants([bot, *others], options.game)
    pairs = [(0, other) for other in range(1, len(entrants))]
    _rank("gauntlet", options, entrants, pairs, print_gauntlet)


def league(options: RankingOptions, folder: Path, *, house: bool) -> None:
    """Play all bots of a folder against each other. Raises BadInput."""
    words = bots_in(folder)
    if house:
        words += house_opponents(options.game)
    if len(words) < SEATS:
        raise BadInput(
            f"a league needs two bots (.py or .zip); {folder} has {len(words) or 'none'}"
        )
    entrants = bot_arguments.entrants(words, options.game)
    pairs = list(combinations(range(len(entrants)), 2))
    _rank("league", options, entrants, pairs, print_league)


def house_opponents(game: str) -> list[str]:
    """List the house bots that can play here and do not fail on purpose."""
    bots = house_bots(game).values()
    return [bot.name for bot in bots if bot.name not in FAULTY and not runtimes.advice(bot)]


def bots_in(folder: Path) -> list[str]:
    """List the bots of a folder; tests and hidden files are none. Raises BadInput."""
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise BadInput(f"{folder} cannot be read: {error.strerror}") from error
    bots = []
    for path in paths:
        if path.is_dir():
            is_bot = any((path / name).is_file() for name in ("bot.py", "kingsbench.toml"))
        else:
            is_bot = path.suffix in bot_arguments.SUFFIXES
        if is_bot and not path.name.startswith(NOT_BOTS):
            bots.append(str(path))
    return bots


def _rank(
    command: str,
    options: RankingOptions,
    entrants: Sequence[Entrant],
    pairs: Sequence[Pair],
    print_table: Callable[[Field], None],
) -> None:
    budget = seconds(options.budget) if options.budget else None
    games = options.games or (MOST if budget else GAMES)
    plans = mirrored_plans(options, options.game, games=games, seed=keeping.choose_seed(options))
    field = Field(entrants, pairs, plans)
    plan = plans[0]
    settings = keeping.settings(command, plan.game, plan.config, plan.seed)
    matches = len(plans) * len(pairs)
    goal, unit = (budget, "CPU s") if budget else (SEATS * matches, "games")
    try:
        with (
            running(options, settings, entrants, matches=matches) as play,
            report.progress(goal, unit) as progress,
        ):
            for match, _files in play(field.tasks()):
                field.count(match)
                done = field.cpu if budget else SEATS * field.matches
                progress(done, lambda: standing(field))
                if budget and field.cpu >= budget:
                    break
    finally:
        if field.matches:
            report.print_json(field.to_json()) if options.as_json else print_table(field)
    if not field.matches:
        raise CommandFailed("interrupted before the first match was over")


def seconds(budget: str) -> float:
    """Read 90, 90s, 10m or 1.5h. Raises BadInput."""
    read = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", budget.strip())
    if not read or not 0 < float(read[1]) < MOST_BUDGET:
        raise BadInput(
            f"--budget {budget}: use seconds, minutes or hours of CPU, as 90s, 10m or 2h"
        )
    return float(read[1]) * UNITS[read[2]]


# --- printed ------------------------------------------------------------------------------------
def print_gauntlet(field: Field) -> None:
    console = Console()
    ratings = field.ratings()
    _print_head(console, field)
    titles = ("Won", "Tied", "Lost", "Points", "Elo ahead", "Better with", "Faults")
    table = numbers_table("Opponent", *titles)
    for pair in field.pairs:
        _bot, other = pair
        won, tied, lost = (str(number) for number in field.games[pair])
        table.add_row(
            plain(field.entrants[other].name),
            won,
            tied,
            lost,
            _share_of_points(field.counts[pair]),
            _interval(ratings.lead(*pair)),
            f"{ratings.los(*pair):.1%}",
            str(field.scores[other].faults),
        )
    console.print(table)
    _print_standings(console, field, ratings)


def print_league(field: Field) -> None:
    console = Console()
    ratings = field.ratings()
    order = field.order(ratings)
    _print_head(console, field)
    _print_standings(console, field, ratings)
    _print_matrix(
        console,
        field,
        order,
        "Points against",
        lambda bot, other: _share_of_points(field.counts_of(bot, other)),
    )
    _print_matrix(
        console, field, order, "Better with", lambda bot, other: f"{ratings.los(bot, other):.1%}"
    )


def _print_head(console: Console, field: Field) -> None:
    plan = field.plans[0]
    games = f"{quantity(SEATS * field.matches, 'game')} in pairs on one deal, from seed {plan.seed}"
    cpu = f"{field.cpu:.0f} s of CPU. ±: 95 %; CPU: seconds a game."
    console.print(plain(f"{plan.game}: {games}; {cpu}"))


def _print_standings(console: Console, field: Field, ratings: Ratings) -> None:
    titles = ("Rank", "Elo", "Games", "Points", "Seat 1", "Seat 2", "Faults", "CPU")
    table = numbers_table("Bot", *titles)
    for bot in field.order(ratings):
        scores, (best, worst) = field.scores[bot], ratings.ranks(bot)
        table.add_row(
            plain(field.entrants[bot].name),
            f"{best}" if best == worst else f"{best}-{worst}",
            _interval(ratings.estimate(bot)),
            str(scores.games),
            _share(scores.points, scores.games),
            *(_share(points, scores.games / SEATS) for points in scores.seats),
            str(scores.faults),
            f"{scores.cpu / max(1, scores.games):.2f}",
        )
    console.print(table)


def _print_matrix(
    console: Console,
    field: Field,
    order: Sequence[int],
    title: str,
    cell: Callable[[int, int], str],
) -> None:
    table = numbers_table(title, *(str(number) for number in range(1, len(order) + 1)))
    for number, bot in enumerate(order, 1):
        cells = ["" if bot == other else cell(bot, other) for other in order]
        table.add_row(plain(f"{number} {field.entrants[bot].name}"), *cells)
    console.print(table)


def _share_of_points(counts: Sequence[int]) -> str:
    """Return the first bot's share of a pair's points; `counts` are by half points of a match."""
    return _share(sum(half * count for half, count in enumerate(counts)) / 2, 2 * sum(counts))


def _share(points: float, games: float) -> str:
    return f"{100 * points / games:.0f} %" if games else "-"


def standing(field: Field) -> str:
    """Return the first bot's score so far in a few words."""
    scores = field.scores[0]
    return f"{field.entrants[0].name} {_share(scores.points, scores.games)}"


def _interval(estimate: Estimate) -> str:
    """Write a normal estimate, whose interval is as wide on both sides."""
    return f"{estimate.value:+.0f} ± {estimate.high - estimate.value:.0f}"
