"""`kingsbench gauntlet`."""

from __future__ import annotations

from typing import Any

import click

from kit.series_options import ranking_options


@click.command("gauntlet")
@click.argument("bot", metavar="BOT")
@click.argument("opponents", nargs=-1, metavar="[OPPONENT...]")
@ranking_options
def command(bot: str, opponents: tuple[str, ...], **options: Any) -> None:
    """Play BOT against each OPPONENT, by default the house bots.

    Each deal is played from both seats and by all pairs. Prints points, Elo and ranks with 95 %
    intervals, and how probably BOT is the better one. Ctrl-C shows the results so far; with --keep
    or --results the same command goes on.

    \b
    ./kingsbench gauntlet my_bot.py
    ./kingsbench gauntlet my_bot.py big-money random --games 4 --results gauntlet.jsonl
    """
    from kit import ranking

    ranking.gauntlet(ranking.RankingOptions(**options), bot, opponents)
