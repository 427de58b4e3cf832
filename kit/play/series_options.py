"""Options of all commands that play many games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from kit.program import bundle
from kit.run.trust import trust_option


@dataclass(frozen=True, kw_only=True)
class SeriesOptions:
    """None where not given."""

    seed: int | None
    jobs: int | None
    options: tuple[str, ...]
    kingdom: str | None
    sets: str | None
    keep: Path | None
    results: Path | None
    as_json: bool


series_options = bundle(
    click.option(
        "--seed", type=int, help="Seed that repeats the games.  [default: random, shown at the end]"
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        help="Matches at once; changes no result.  [default: a core each]",
    ),
    click.option(
        "--keep",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="FOLDER",
        help="Keep results, records and replays there; the same command goes on from them.",
    ),
    click.option(
        "--results",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Keep the results alone; the same command goes on from them.",
    ),
    click.option(
        "--config", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game."
    ),
    click.option(
        "--kingdom",
        metavar="CARDS",
        help="Name of a kingdom, ten cards separated by commas, or random.",
    ),
    click.option("--sets", metavar="SETS", help="Sets for random kingdoms, separated by commas."),
    click.option("--json", "as_json", is_flag=True, help="Print everything as JSON."),
    trust_option,
)
game_option = click.option(
    "--game", default="dominion", show_default=True, help="The game to play."
)
sprt_options = bundle(
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
ranking_options = bundle(
    game_option,
    click.option(
        "--games",
        type=click.IntRange(2),
        help="Games of each pair.  [default: 20; at most 1000 with --budget]",
    ),
    click.option(
        "--budget", metavar="TIME", help="Stop after so much CPU of bots and referee: 90s, 10m."
    ),
    series_options,
)
