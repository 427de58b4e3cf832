"""The command `kingsbench duel`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arena.match.referee import MatchResult, Plan
from arena.ratings.sprt import Model, Verdict
from kit import bot_arguments, kingdoms, parallel, report, series
from kit.duel import SEATS, Duel
from kit.errors import BadInput, report_host_failures

EXIT_CODES = {Verdict.BETTER: 0, Verdict.NOT_BETTER: 1, Verdict.OPEN: 3}


@dataclass(frozen=True)
class DuelOptions:
    """The command's options."""

    bots: tuple[str, str]
    bounds: tuple[float, float]
    model: Model
    game: str
    games: int
    seed: int | None
    jobs: int | None
    options: tuple[str, ...]
    kingdom: str | None
    sets: str | None
    as_json: bool


def duel(options: DuelOptions) -> Verdict:
    """Play until decided. Raises BadInput."""
    entrants = bot_arguments.entrants(options.bots, options.game)
    fought = Duel(entrants, _plans(options), _bounds(options.bounds), options.model)
    with report_host_failures():
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        jobs = options.jobs or parallel.usual_jobs(len(fought.plans))
        with (
            report.progress(SEATS * len(fought.plans)) as progress,
            parallel.kept(fought.plans, entrants, jailer, jobs) as results,
        ):
            _play(fought, results, progress)
    if options.as_json:
        report.print_json(fought.to_json())
    else:
        report.print_duel(fought)
    return fought.verdict


def _play(fought: Duel, results: Iterable[MatchResult], progress: report.Progress) -> None:
    for result in results:
        fought.count(result)
        progress(SEATS * fought.matches, f"LLR {fought.ratio:+.2f}")
        if fought.verdict != Verdict.OPEN:
            return


def _plans(options: DuelOptions) -> list[Plan]:
    if options.games % SEATS:
        raise BadInput(f"--games {options.games}: a duel's games come in pairs, one of each seat")
    config = series.read_config(options.game, options.options)
    config = kingdoms.apply_options(config, options.kingdom, options.sets)
    seed = series.draw_seed() if options.seed is None else options.seed
    return series.plans(options.game, seats=SEATS, games=options.games, seed=seed, config=config)


def _bounds(asked: tuple[float, float]) -> tuple[float, float]:
    low, high = asked
    if not low < high:
        raise BadInput(f"--sprt {low:g} {high:g}: the first Elo must be below the second")
    return asked
