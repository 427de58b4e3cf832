"""The commands `kingsbench gauntlet` and `league`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from arena.matches.referee.referee import Entrant
from kit.bots import FAULTY, house_bots
from kit.errors import BadInput, CommandFailed
from kit.measure import measure_report
from kit.measure.duel import SEATS
from kit.measure.dueling import mirrored
from kit.measure.field import Field, Pair
from kit.play import keeping, report
from kit.play.running import Play, running
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments, runtimes

GAMES, MOST = 20, 1000  # of a pair; the second where a budget ends them
NOT_BOTS = ("test_", "conftest", "_", ".")
MOST_BUDGET = 1e9
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


@dataclass(frozen=True, kw_only=True)
class RankingOptions(SeriesOptions):
    """The commands' options."""

    game: str
    games: int | None
    budget: str | None


def gauntlet(options: RankingOptions, bot: str, opponents: Sequence[str]) -> None:
    """Play one bot against each of the others. Raises BadInput."""
    others = list(opponents) or [name for name in house_opponents(options.game) if name != bot]
    entrants = bot_arguments.entrants([bot, *others], options.game)
    pairs = [(0, other) for other in range(1, len(entrants))]
    _rank("gauntlet", options, entrants, pairs, measure_report.print_gauntlet)


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
    _rank("league", options, entrants, pairs, measure_report.print_league)


def house_opponents(game: str) -> list[str]:
    """List the house bots that can play here and do not fail on purpose."""
    found = house_bots(game).values()
    return [bot.name for bot in found if bot.name not in FAULTY and not runtimes.advice(bot)]


def bots_in(folder: Path) -> list[str]:
    """Tests and hidden files are none. Raises BadInput."""
    try:
        found = sorted(folder.iterdir())
    except OSError as error:
        raise BadInput(f"{folder} cannot be read: {error.strerror}") from error
    return [str(path) for path in found if _is_bot(path) and not path.name.startswith(NOT_BOTS)]


def _is_bot(path: Path) -> bool:
    if path.is_dir():
        return any((path / name).is_file() for name in ("bot.py", "kingsbench.toml"))
    return path.suffix in bot_arguments.SUFFIXES


def seconds(budget: str) -> float:
    """Read 90, 90s, 10m or 1.5h. Raises BadInput."""
    read = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", budget.strip())
    if not read or not 0 < float(read[1]) < MOST_BUDGET:
        raise BadInput(
            f"--budget {budget}: use seconds, minutes or hours of CPU, as 90s, 10m or 2h"
        )
    return float(read[1]) * UNITS[read[2]]


def _rank(
    command: str,
    options: RankingOptions,
    entrants: Sequence[Entrant],
    pairs: Sequence[Pair],
    print_table: Callable[[Field], None],
) -> None:
    budget = seconds(options.budget) if options.budget else None
    games = options.games or (MOST if budget else GAMES)
    plans = mirrored(options, options.game, games=games, seed=keeping.seed(options))
    field = Field(entrants, pairs, plans)
    plan = plans[0]
    settings = keeping.settings(command, plan.game, plan.config, plan.seed)
    try:
        with running(options, settings, entrants, matches=len(plans) * len(pairs)) as play:
            _run(field, play, budget)
    finally:
        if field.matches:
            report.print_json(field.to_json()) if options.as_json else print_table(field)
    if not field.matches:
        raise CommandFailed("interrupted before the first match was over")


def _run(field: Field, play: Play, budget: float | None) -> None:
    games = SEATS * len(field.plans) * len(field.pairs)
    with report.progress(budget or games, "CPU s" if budget else "games") as progress:
        for match, _files in play(field.tasks()):
            field.count(match)
            done = field.cpu if budget else SEATS * field.matches
            progress(done, lambda: measure_report.standing(field))
            if budget and field.cpu >= budget:
                return
