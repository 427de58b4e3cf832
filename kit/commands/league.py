"""`kingsbench league`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kit.play.series_options import ranking_options
from kit.program import examples


@click.command(
    "league", epilog=examples("league my_bots/ --games 4 --budget 10m --results league.jsonl")
)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@click.option("--house", is_flag=True, help="The house bots take part.")
@ranking_options
def command(folder: Path, house: bool, **options: Any) -> None:
    """Play all bots in FOLDER against each other.

    Each deal is played from both seats and by all pairs. Prints a crosstable, Elo and ranks with
    95 % intervals, and how probably each is better than each other one. With --keep or --results
    the same command goes on: a bot that is new or has changed plays its games, all else is kept.
    """
    from kit.measure import ranking

    ranking.league(ranking.RankingOptions(**options), folder, house=house)
