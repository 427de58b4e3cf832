"""`kingsbench duel`."""

from __future__ import annotations

from typing import Any

import click

from kit.play.series_options import game_option, series_options, sprt_options
from kit.program import complete_bot, examples


@click.command("duel", epilog=examples("duel new.py old.py --sprt 0 10 --games 4"))
@click.argument("new", metavar="NEW", shell_complete=complete_bot)
@click.argument("old", metavar="OLD", shell_complete=complete_bot)
@sprt_options
@game_option
@click.option("--games", type=click.IntRange(2), default=10_000, show_default=True, help="At most.")
@series_options
@click.pass_context
def command(context: click.Context, /, new: str, old: str, **options: Any) -> None:
    """Play NEW against OLD until it is clear whether it is better.

    Each deal is played from both seats, and a sequential test (generalised likelihood ratio on
    pairs of games, 5 % errors) ends the duel as soon as it is decided. Ctrl-C shows the results so
    far; with --keep or --results the same command goes on. Exit code 0: better; 1: not better; 3:
    undecided.
    """
    from kit.measure.duel import EXIT_CODES, DuelOptions, duel

    context.exit(EXIT_CODES[duel(DuelOptions(bots=(new, old), **options))])
