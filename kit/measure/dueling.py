"""The command `kingsbench duel`."""

from __future__ import annotations

from dataclasses import dataclass

from arena.matches.referee.referee import Plan
from arena.ratings import sprt
from arena.ratings.sprt import Model, Verdict
from kit.errors import BadInput, CommandFailed
from kit.measure import measure_report
from kit.measure.duel import SEATS, Duel
from kit.play import keeping, report, series
from kit.play.played import Task, tasks
from kit.play.running import Play, running
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments

EXIT_CODES = {Verdict.BETTER: 0, Verdict.NOT_BETTER: 1, Verdict.OPEN: 3}


@dataclass(frozen=True, kw_only=True)
class DuelOptions(SeriesOptions):
    """The command's options."""

    bots: tuple[str, str]
    bounds: tuple[float, float]
    model: Model
    game: str
    games: int


def duel(options: DuelOptions) -> Verdict:
    """Play until decided. Raises BadInput."""
    bounds = check_bounds(options.bounds, options.model)
    entrants = bot_arguments.entrants(options.bots, options.game)
    plans = mirrored(options, options.game, games=options.games, seed=keeping.seed(options))
    fought = Duel(entrants, plans, bounds, options.model)
    plan = plans[0]
    settings = keeping.settings("duel", plan.game, plan.config, plan.seed)
    settings |= {"bots": keeping.bots(entrants)}
    try:
        with running(options, settings, entrants, matches=len(plans)) as play:
            fight(fought, play, tasks(plans, entrants))
    except CommandFailed:
        if fought.matches:
            _print(fought, as_json=options.as_json)
        raise
    _print(fought, as_json=options.as_json)
    return fought.verdict


def fight(fought: Duel, play: Play, matches: list[Task]) -> None:
    """Play until decided."""
    with report.progress(SEATS * len(matches)) as progress:
        for match, _files in play(matches):
            fought.count(match)
            progress(SEATS * fought.matches, lambda: measure_report.evidence(fought))
            if fought.verdict != Verdict.OPEN:
                return


def _print(fought: Duel, *, as_json: bool) -> None:
    if as_json:
        report.print_json(fought.to_json())
    else:
        measure_report.print_duel(fought)


def mirrored(
    options: SeriesOptions, game: str, *, games: int, seed: int, more: int = 0
) -> list[Plan]:
    """Plan pairs of games on one deal; `more`: after the `games` asked for. Raises BadInput."""
    if games % SEATS:
        raise BadInput(f"--games {games}: these games come in pairs, one of each seat")
    config = series.read_config(game, options.options, options.kingdom, options.sets)
    return series.plans(game, seats=SEATS, games=games + more, seed=seed, config=config)


def check_bounds(asked: tuple[float, float], model: Model) -> tuple[float, float]:
    """Return bounds with which every table of results can be evaluated. Raises BadInput."""
    low, high = asked
    try:
        sprt.check_bounds(low, high, model)
    except ValueError as error:
        raise BadInput(f"--sprt {low:g} {high:g}: {error}") from error
    return asked
