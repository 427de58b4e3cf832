"""What `kingsbench play` does."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import click

from arena.match.referee import Plan
from kit import bot_arguments, kingdoms, parallel, positions, replay_file, report, series
from kit.errors import BadInput, CommandFailed, report_host_failures

GAME, GAMES = "dominion", 10


@dataclass(frozen=True)
class PlayOptions:
    """The command's options; None where not given."""

    bots: tuple[str, ...]
    game: str | None
    games: int | None
    seed: int | None
    seats: int | None
    jobs: int | None
    options: tuple[str, ...]
    kingdom: str | None
    sets: str | None
    start: Path | None
    event: int | None
    replay: Path | None
    show_output: bool
    as_json: bool

    @classmethod
    def of(cls, given: dict[str, Any]) -> "PlayOptions":
        return cls(**{field.name: given[field.name] for field in fields(cls)})


def play(options: PlayOptions) -> None:
    """Raises BadInput."""
    if options.replay:
        replay_file.check(options.replay)
    plans = _plans(options)
    entrants = bot_arguments.entrants(options.bots, plans[0].game)
    played = series.Series(entrants, plans)
    with report_host_failures():
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        jobs = options.jobs or parallel.usual_jobs(len(plans))
        with (
            report.progress(sum(plan.games for plan in plans)) as progress,
            parallel.kept(plans, entrants, jailer, jobs) as results,
        ):
            series.run(played, results, progress)
    if not played.results:
        raise CommandFailed("interrupted before the first game was over")
    if options.replay:
        replay_file.write(played, options.replay)
    _print(played, options)


def _plans(options: PlayOptions) -> list[Plan]:
    seed = series.draw_seed() if options.seed is None else options.seed
    if options.start is not None:
        return _continued(options, options.start, seed)
    if options.event is not None:
        raise BadInput("--at is an event of a replay: name the file with --from")
    game = options.game or GAME
    needed = len(options.bots) if options.seats is None else options.seats
    _check_seats(needed, options, f"--seats {needed}")
    config = series.read_config(game, options.options)
    config = kingdoms.apply_options(config, options.kingdom, options.sets)
    return series.plans(game, seats=needed, games=options.games or GAMES, seed=seed, config=config)


def _continued(options: PlayOptions, path: Path, seed: int) -> list[Plan]:
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
        raise BadInput(f"{what} needs {needed} bots, but {len(options.bots)} are named")


def _print(played: series.Series, options: PlayOptions) -> None:
    if options.as_json:
        report.print_json(played.to_json())
        return
    report.print_series(played)
    if options.show_output:
        report.print_output(played)
    if options.replay:
        click.echo(replay_file.how_to_open(options.replay))
