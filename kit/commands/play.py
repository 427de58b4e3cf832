"""`kingsbench play`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kit.play.series_options import series_options
from kit.program import complete_bot, examples


@click.command(
    "play",
    epilog=examples(
        "play my_bot.py big-money --games 4 --seed 1",
        "play my_bot.py random --kingdom random --sets base,prosperity",
    ),
)
@click.argument(
    "bots", nargs=-1, required=True, metavar="BOT BOT [BOT...]", shell_complete=complete_bot
)
@click.option("--game", help="The game to play.  [default: dominion]")
@click.option(
    "--games",
    type=click.IntRange(1),
    help="Number of games.  [default: 10; at most 1000 with --until-sure]",
)
@click.option("--until-sure", is_flag=True, help="Stop once it is sure which bot is the best.")
@click.option("--seats", type=int, help="Number of seats.  [default: one per bot]")
@series_options
@click.option(
    "--from",
    "start",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Play on from a position of this replay or record; one game by default.",
)
@click.option(
    "--at",
    "event",
    type=click.IntRange(0),
    metavar="EVENT",
    help="With --from: the number of an event; the next decision is the first.  [default: 0]",
)
@click.option(
    "--replay",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a replay of the first game, to watch in the browser.",
)
@click.option("--show-output", is_flag=True, help="Print what the bots print, by decision.")
def command(**options: Any) -> None:
    """Play bots against each other and print who won.

    A BOT is a file (.py or .zip), a folder with bot.py, or a house bot (see the command bots). In
    each round, every bot plays every seat of one deal; remaining games are single. Random kingdoms
    change with the round.

    \b
    Options of a game (the command games lists them):
    --config turn_limit=40 --config must_place=true --config variants=harmony,middle_kingdom
    """
    from kit.play import playing

    playing.play(playing.PlayOptions(**options))
