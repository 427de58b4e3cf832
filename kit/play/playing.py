"""Play games of bots for `kingsbench play`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from arena.matches.referee.referee import Plan
from kit.errors import BadInput, CommandFailed
from kit.files import check_target
from kit.play import keeping, report, series, stored_games
from kit.play.played import GameFiles, tasks
from kit.play.running import running
from kit.play.series_options import SeriesOptions
from kit.program import PROGRAM
from kit.run import bot_arguments
from kit.terminal import quantity

GAME, GAMES, MOST = "dominion", 10, 1000
OFTEN = 10  # matches between two looks at whether it is sure
REPLAY_MARK = '{"replay":'  # as each file of a replay begins


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
    """Play the games, and print what came of them, also after Ctrl-C. Raises BadInput."""
    if options.replay:
        check_target(options.replay, "--replay", REPLAY_MARK)
    plans = _plans(options)
    entrants = bot_arguments.entrants(options.bots, plans[0].game)
    played = series.Series(entrants, plans)
    plan, shown = plans[0], options.replay is not None
    settings = keeping.settings("play", plan.game, plan.config, plan.seed)
    settings |= {"bots": keeping.bots(entrants), "position": plan.position}
    try:
        with (
            running(options, settings, entrants, matches=len(plans), shown=shown) as play_tasks,
            report.progress(sum(plan.games for plan in plans)) as progress,
        ):
            for match, files in play_tasks(tasks(plans, entrants)):
                if options.replay and not played.results:
                    _write_replay(files[0], options.replay)
                played.add(match)
                progress(played.count, lambda: report.score(played))
                if options.until_sure and len(played.results) % OFTEN == 0 and played.is_sure:
                    break
    finally:
        if played.results:
            _print(played, options)
    if not played.results:
        raise CommandFailed("interrupted before the first game was over")


def _write_replay(game: GameFiles, path: Path) -> None:
    """Raises BadInput where the game cannot be shown or written."""
    if game.problem:
        raise BadInput(f"--replay: {game.problem}")
    try:
        path.write_text(game.replay, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--replay {path}: cannot be written: {error.strerror}") from error


def _plans(options: PlayOptions) -> list[Plan]:
    seed = keeping.choose_seed(options)
    if options.start is not None:
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
        position = stored_games.read_position(options.start, options.event or 0)
        _check_seats(position["seats"], options, f"the game in {options.start}")
        return series.plans_from_position(position, games=options.games or 1, seed=seed)
    if options.event is not None:
        raise BadInput("--at is an event of a replay: name the file with --from")
    game = options.game or GAME
    needed = len(options.bots) if options.seats is None else options.seats
    _check_seats(needed, options, f"--seats {needed}")
    config = series.read_config(game, options.options, options.kingdom, options.sets)
    games = options.games or (MOST if options.until_sure else GAMES)
    return series.plans(game, seats=needed, games=games, seed=seed, config=config)


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
        path = options.replay
        click.echo(
            f"Wrote {path}. Watch it: {PROGRAM} replay {path} --browser, or open the page /replay/ "
            "of any Kingsbench and drop the file there. It is not uploaded."
        )
