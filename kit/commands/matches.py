"""`kingsbench matches`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kit.errors import BadInput
from kit.hosted.options import hosted, json_option, limit_option
from kit.program import examples

if TYPE_CHECKING:
    from kit.hosted.platform import Platform


@click.command(
    "matches", epilog=examples("matches --bot my-bot --result lost --limit 5", "matches 17")
)
@click.argument("number", type=click.IntRange(1), required=False, metavar="[NUMBER]")
@click.option("--bot", metavar="BOT", help="With this bot, by slug or name.")
@click.option("--opponent", metavar="BOT", help="With --bot: against this one.")
@click.option("--version", type=click.IntRange(1), help="With --bot: this version of it.")
@click.option(
    "--result",
    type=click.Choice(["won", "tied", "lost"]),
    help="With --bot: how it ended for it.",
)
@click.option("--ladder", metavar="LADDER", help="By the rules of this ladder.")
@click.option("--game", metavar="GAME", help="Of this game.")
@click.option("--purpose", type=click.Choice(["ladder", "tournament", "challenge"]))
@click.option("--status", type=click.Choice(["queued", "running", "finished", "void"]))
@click.option("--since", metavar="TIME", help="Finished then or later, such as 2030-01-31.")
@limit_option
@hosted()
@json_option
def command(
    platform: Platform, *, number: int | None, limit: int, as_json: bool, **filters: Any
) -> None:
    """List matches, newest first, or show the one with this NUMBER.

    Your own bots' faults have their traceback.
    """
    from kit.hosted import tables

    if number is None:
        matches = platform.rows("matches/", limit, **filters)
        tables.answer(matches, as_json=as_json, show=tables.print_matches)
        return
    if any(value is not None for value in filters.values()):
        raise BadInput("a match is named by its number, or searched by options: leave one out")
    match = platform.ask("GET", f"matches/{number}/")
    tables.answer(match, as_json=as_json, show=tables.print_match)
