"""`kingsbench leaderboard`."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from kit.hosted.options import hosted, json_option, limit_option
from kit.program import examples

if TYPE_CHECKING:
    from kit.hosted.platform import Platform


@click.command(
    "leaderboard",
    epilog=examples("leaderboard dominion-first-game --to https://kingsbench.example"),
)
@click.argument("ladder", required=False, metavar="[LADDER]")
@limit_option
@hosted()
@json_option
def command(platform: Platform, *, ladder: str | None, limit: int, as_json: bool) -> None:
    """Show the ranking of a LADDER (its slug), or list the ladders.

    A "?" marks ratings that are still uncertain.
    """
    from kit.hosted import tables

    if ladder is None:
        ladders = platform.rows("ladders/", limit)
        tables.answer(ladders, as_json=as_json, show=tables.print_ladders)
        return
    lines = platform.rows(f"ladders/{quote(ladder, safe='')}/leaderboard/", limit)
    tables.answer(lines, as_json=as_json, show=tables.print_leaderboard)
