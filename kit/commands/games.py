"""`kingsbench games`."""

from __future__ import annotations

import click

from kit.program import examples


@click.command("games", epilog=examples("games"))
def command() -> None:
    """List the games, their options and decisions."""
    from kit.play import report

    report.print_games()
