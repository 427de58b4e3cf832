"""Commands that measure bots: `gauntlet`, `league`, `tune`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from kit.series_options import series_options

Command = Callable[..., Any]

game_option = click.option(
    "--game", default="dominion", show_default=True, help="The game to play."
)


SPRT = (
    click.option(
        "--sprt",
        "bounds",
        nargs=2,
        type=float,
        default=(0.0, 20.0),
        show_default=True,
        metavar="ELO0 ELO1",
        help="The leads that the test tells apart.",
    ),
    click.option(
        "--model",
        type=click.Choice(["logistic", "normalized"]),
        default="logistic",
        show_default=True,
        help="What Elo means: points, or standard deviations of a game.",
    ),
)


def sprt_options(command: Command) -> Command:
    for option in reversed(SPRT):
        command = option(command)
    return command


RANKING = (
    game_option,
    click.option(
        "--games",
        type=click.IntRange(2),
        help="Games of each pair.  [default: 20; at most 1000 with --budget]",
    ),
    click.option("--budget", metavar="TIME", help="Stop after so much CPU: 90s, 10m, 2h."),
    series_options,
)


def ranking_options(command: Command) -> Command:
    for option in reversed(RANKING):
        command = option(command)
    return command


@click.command()
@click.argument("bot", metavar="BOT")
@click.argument("opponents", nargs=-1, metavar="[OPPONENT...]")
@ranking_options
def gauntlet(bot: str, opponents: tuple[str, ...], **options: Any) -> None:
    """Play BOT against each OPPONENT, by default the house bots.

    Each deal is played from both seats and by all pairs. Prints points, Elo and ranks with 95 %
    intervals, and how probably BOT is the better one. Ctrl-C shows the results so far; with --keep
    or --results the same command goes on.

    \b
    ./kingsbench gauntlet my_bot.py
    ./kingsbench gauntlet my_bot.py big-money militia --games 100 --results gauntlet.jsonl
    """
    from kit import ranking

    ranking.gauntlet(ranking.RankingOptions(**options), bot, opponents)


@click.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@click.option("--house", is_flag=True, help="The house bots take part.")
@ranking_options
def league(folder: Path, house: bool, **options: Any) -> None:
    """Play all bots in FOLDER against each other.

    Each deal is played from both seats and by all pairs. Prints a crosstable, Elo and ranks with
    95 % intervals, and how probably each is better than each other one. With --keep or --results
    the same command goes on: a bot that is new or has changed plays its games, all else is kept.

    \b
    ./kingsbench league my_bots/ --budget 10m --results league.jsonl
    """
    from kit import ranking

    ranking.league(ranking.RankingOptions(**options), folder, house=house)


@click.command()
@click.argument("bot", metavar="BOT.py")
@click.option(
    "--param",
    "params",
    multiple=True,
    required=True,
    metavar="NAME=START:LOW:HIGH",
    help="A constant of the file and its bounds; whole numbers stay whole. NAME=LOW:HIGH: from the "
    "file's value.",
)
@click.option("--iterations", type=click.IntRange(1), default=100, show_default=True)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=8,
    show_default=True,
    help="Games of an iteration, in pairs.",
)
@click.option(
    "--test-games",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="At most, to test the result.",
)
@game_option
@sprt_options
@click.option(
    "--to",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the tuned bot there.  [default: BOT_tuned.py]",
)
@click.option(
    "--chart",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    help="Write a chart of the way; with --keep it is in the folder.",
)
@series_options
@click.pass_context
def tune(context: click.Context, /, **options: Any) -> None:
    """Tune constants of BOT by games against itself (SPSA).

    In each iteration two copies play that differ a little in all constants, and the constants move
    towards the winner. At the end a sequential test compares the result with BOT as it was. Ctrl-C
    writes what was reached; with --keep or --results the same command goes on. Exit code 0: better;
    1: not better; 3: undecided.

    \b
    ./kingsbench tune my_bot.py --param SMITHIES=2:0:5 --seed 1
    """
    from kit import dueling, tuning

    context.exit(dueling.EXIT_CODES[tuning.tune(tuning.TuneOptions(**options))])
