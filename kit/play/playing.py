"""Play games of bots for `kingsbench play`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from arena.matches.referee.referee import Plan
from kit.errors import BadInput, CommandFailed
from kit.files import check_target
from kit.play import keeping, kingdoms, positions, replay_file, report, series
from kit.play.played import tasks
from kit.play.running import Play, running
from kit.play.series_options import SeriesOptions
from kit.run import bot_arguments
from kit.terminal import quantity

GAME, GAMES, MOST = "dominion", 10, 1000
OFTEN = 10  # matches between two looks at whether it is sure


@dataclass(frozen=True, kw_only=True)
class PlayOptions(SeriesOptions):
    """The command's options; None where not given."""

    bots: tuple[str, ...]
    game: str | None
    games: int | None
    seats: int | None
    until_sure: bool
    start: Path | None
    event: int | None
    replay: Path | None
    show_output: bool


def play(options: PlayOptions) -> None:
    """Raises BadInput."""
    if options.replay:
        check_target(options.replay, "--replay", replay_file.MARK)
    plans = _plans(options)
    entrants = bot_arguments.entrants(options.bots, plans[0].game)
    played = series.Series(entrants, plans)
    shown = options.replay is not None
    try:
        with running(
            options, _settings(played), entrants, matches=len(plans), shown=shown
        ) as matches:
            _run(played, matches, options)
    finally:
        if played.results:
            _print(played, options)
    if not played.results:
        raise CommandFailed("interrupted before the first game was over")


def _run(played: series.Series, play: Play, options: PlayOptions) -> None:
    with report.progress(sum(plan.games for plan in played.plans)) as progress:
        for match, files in play(tasks(played.plans, played.entrants)):
            if options.replay and not played.results:
                replay_file.write(files[0], options.replay)
            played.add(match)
            progress(played.count, lambda: report.score(played))
            if options.until_sure and len(played.results) % OFTEN == 0 and played.is_sure:
                return


def _settings(played: series.Series) -> dict[str, Any]:
    plan = played.plans[0]
    found = keeping.settings("play", plan.game, plan.config, plan.seed)
    found |= {"bots": keeping.bots(played.entrants), "position": plan.position}
    return found


def _plans(options: PlayOptions) -> list[Plan]:
    seed = keeping.seed(options)
    if options.start is not None:
        return _plans_from_position(options, options.start, seed)
    if options.event is not None:
        raise BadInput("--at is an event of a replay: name the file with --from")
    game = options.game or GAME
    needed = len(options.bots) if options.seats is None else options.seats
    _check_seats(needed, options, f"--seats {needed}")
    config = series.read_config(game, options.options)
    config = kingdoms.apply_options(config, options.kingdom, options.sets)
    games = options.games or (MOST if options.until_sure else GAMES)
    return series.plans(game, seats=needed, games=games, seed=seed, config=config)


def _plans_from_position(options: PlayOptions, path: Path, seed: int) -> list[Plan]:
    given = {
        "--game": options.game,
        "--seats": options.seats,
        "--config": options.options,
        "--kingdom": options.kingdom,
        "--sets": options.sets,
    }
    for name, value in given.items():
        if value:
            raise BadInput(f"{name} cannot be used with --from: the file says it")
    position = positions.read_position(path, options.event or 0)
    _check_seats(position["seats"], options, f"the game in {path}")
    return series.continued(position, games=options.games or 1, seed=seed)


def _check_seats(needed: int, options: PlayOptions, what: str) -> None:
    if needed != len(options.bots):
        raise BadInput(f"{what} needs {quantity(needed, 'bot')}; named: {len(options.bots)}")


def _print(played: series.Series, options: PlayOptions) -> None:
    if options.as_json:
        report.print_json(played.to_json())
        return
    report.print_series(played, until_sure=options.until_sure)
    if options.show_output:
        report.print_output(played)
    if options.replay:
        click.echo(replay_file.how_to_open(options.replay))
