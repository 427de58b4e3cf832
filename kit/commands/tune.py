"""`kingsbench tune`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kit.play.series_options import game_option, series_options, sprt_options
from kit.program import examples


@click.command(
    "tune",
    epilog=examples("tune my_bot.py --param SMITHIES=2:0:5 --iterations 2 --test-games 4"),
)
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
def command(context: click.Context, /, **options: Any) -> None:
    """Tune constants of BOT by games against itself (SPSA).

    In each iteration two copies play that differ a little in all constants, and the constants move
    towards the winner. At the end a sequential test compares the result with BOT as it was. Ctrl-C
    writes what was reached; with --keep or --results the same command goes on. Exit code 0: better;
    1: not better; 3: undecided.
    """
    from kit.measure.duel import EXIT_CODES
    from kit.measure.tuning import TuneOptions, tune

    context.exit(EXIT_CODES[tune(TuneOptions(**options))])
