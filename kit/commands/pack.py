"""`kingsbench pack`."""

from __future__ import annotations

from pathlib import Path

import click

from kit.program import examples


@click.command("pack", epilog=examples("pack my_bot.js", "pack my_folder"))
@click.argument("source", metavar="NAME.js|NAME.c|FOLDER", type=click.Path(path_type=Path))
def command(source: Path) -> None:
    """Zip a bot in JavaScript, in C, which is compiled, or in a folder.

    A folder has bot.py or kingsbench.toml at its top. Hidden files, tests (test_*) and AGENTS.md
    are left out. All other commands take a folder as well.
    """
    from kit import packing

    click.echo(f"Wrote {packing.pack(source)}.")
