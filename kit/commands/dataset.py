"""`kingsbench dataset`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kit.errors import BadInput
from kit.hosted.options import access_options
from kit.program import examples
from kit.terminal import quantity

if TYPE_CHECKING:
    from kit.dataset.folder import Source, Written


@click.command(
    "dataset",
    epilog=examples(
        "dataset kept --out decisions",
        "dataset --out decisions --format parquet --since 2030-01-31 --to https://kingsbench.example",
    ),
)
@click.argument(
    "kept", required=False, metavar="[KEPT]", type=click.Path(path_type=Path, file_okay=False)
)
@click.option(
    "--out",
    required=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to write it: a new folder, or the same dataset, which goes on.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["ndjson", "parquet"]),
    default="ndjson",
    show_default=True,
    help="Gzipped lines of JSON, or Parquet (pip install kingsbench[data]).",
)
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="Of a platform: that day and later ones.  [default: all that it keeps]",
)
@access_options
def command(
    kept: Path | None,
    *,
    out: Path,
    form: str,
    since: datetime | None,
    site: str | None,
    token: str | None,
    insecure: bool,
) -> None:
    """Write decisions as data: a row each, with what the bot saw and picked and how it ended.

    From the games that play, duel, gauntlet or league KEPT in a folder (--keep KEPT), or without
    it from the archive of a platform: its public matches, a file a day. README.md in the FOLDER
    says what the columns are. After Ctrl-C, or when there is more, the same command goes on.
    """
    from kit.dataset import folder
    from kit.dataset.archive import Archive
    from kit.dataset.kept import KeptGames
    from kit.hosted.options import connect

    if kept and (site or since):
        raise BadInput(
            "kept games, or the archive of a platform: leave KEPT or --to and --since out"
        )
    source: Source
    if kept:
        source, name = KeptGames(kept), "games kept at home"
    else:
        platform = connect(site, token, insecure=insecure)
        source, name = Archive(platform, f"{since:%Y-%m-%d}" if since else ""), platform.site
    dataset = folder.open_folder(out, form, name, dict(source.settings))

    def report(part: Written) -> None:
        click.echo(f"{part.file}: {quantity(part.decisions, 'decision')}", err=True)

    dataset.write(source, report)
    matches, decisions = dataset.counts
    click.echo(f"{out}: matches {matches:,}, decisions {decisions:,}; see {out / folder.CARD}")
