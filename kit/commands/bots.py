"""`kingsbench bots`."""

from __future__ import annotations

from typing import Any

import click

from kit.hosted.options import access_options, connect, expect_answers, json_option
from kit.program import examples


@click.command(
    "bots",
    epilog=examples(
        "bots --house", "bots --ladder dominion-first-game --to https://kingsbench.example"
    ),
)
@click.option("--house", is_flag=True, help="List the house bots of each game only.")
@click.option("--search", metavar="TEXT", help="Bots of the platform with this in the name.")
@click.option("--owner", metavar="NAME", help="Bots of this person.")
@click.option("--ladder", metavar="LADDER", help="Bots that play on this ladder.")
@click.option("--state", type=click.Choice(["active", "benched", "withdrawn"]))
@access_options
@json_option
def command(
    house: bool,
    as_json: bool,
    site: str | None,
    token: str | None,
    insecure: bool,
    **filters: Any,
) -> None:
    """List your bots on the platform, or others', and the house bots.

    Yours if you are logged in or name a platform; the house bots play on your machine. With --json,
    `own` or `found` has the platform's answers, `house` the house bots by game.
    """
    from kit.hosted import logins, tables
    from kit.play import report

    asked = {name: value for name, value in filters.items() if value is not None}
    if house or not (asked or site or logins.read().site):
        only_house = {"own": None, "house": report.bots_by_game()}
        report.print_json(only_house) if as_json else report.print_bots()
        return
    platform = connect(site, token, insecure=insecure, needs=None if asked else "read")
    with expect_answers(platform.site):
        if asked:
            key, bots = "found", platform.rows("bots/", **asked)
        else:  # each with its ladders, which the list has not
            slugs = [bot["slug"] for bot in platform.own_bots()]
            key, bots = "own", [platform.ask("GET", f"bots/{slug}/") for slug in slugs]
        if as_json:
            report.print_json({key: bots, "house": report.bots_by_game()})
            return
        tables.print_bots(bots)
    if not asked:
        report.print_bots()
