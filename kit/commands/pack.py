"""`kingsbench pack`."""

from __future__ import annotations

from pathlib import Path

import click

from kit.program import examples
from kit.terminal import escape_controls

SHOWN = 10  # names


@click.command("pack", epilog=examples("pack my_bot.js", "pack my_folder"))
@click.argument("source", metavar="NAME.js|NAME.c|FOLDER", type=click.Path(path_type=Path))
def command(source: Path) -> None:
    """Zip a bot in JavaScript, in C, which is compiled, or in a folder.

    A folder has bot.py or kingsbench.toml at its top. Hidden files, tests (test_*), AGENTS.md and
    files that may have secrets (.env, .pem, .key) are left out, links are refused. All other
    commands take a folder as well.
    """
    from kit.run import packing

    packed = packing.pack(source)
    click.echo(f"{'Replaced' if packed.was_replaced else 'Wrote'} {packed.path}.")
    if packed.left_out:
        shown = ", ".join(packed.left_out[:SHOWN])
        more = ", ..." if len(packed.left_out) > SHOWN else ""
        click.echo(escape_controls(f"Left out: {shown}{more}."))
