"""`kingsbench gauntlet`."""

from __future__ import annotations

from typing import Any

import click

from kit.completion import complete_bot
from kit.program import examples
from kit.series_options import ranking_options


@click.command(
    "gauntlet",
    epilog=examples("gauntlet my_bot.py big-money random --games 4 --results gauntlet.jsonl"),
)
@click.argument("bot", metavar="BOT", shell_complete=complete_bot)
@click.argument("opponents", nargs=-1, metavar="[OPPONENT...]", shell_complete=complete_bot)
@ranking_options
def command(bot: str, opponents: tuple[str, ...], **options: Any) -> None:
    """Play BOT against each OPPONENT, by default the house bots.

    Each deal is played from both seats and by all pairs. Prints points, Elo and ranks with 95 %
    intervals, and how probably BOT is the better one. Ctrl-C shows the results so far; with --keep
    or --results the same command goes on.
    """
    from kit import ranking

    ranking.gauntlet(ranking.RankingOptions(**options), bot, opponents)
