"""`kingsbench lint`."""

from __future__ import annotations

import click

from kit.program import examples
from kit.trust import trust_option


@click.command("lint", epilog=examples("lint my_bot.py"))
@click.argument("bot", metavar="BOT")
@click.option("--game", help="The game that it plays.  [default: whichever it can]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@trust_option
@click.pass_context
def command(context: click.Context, bot: str, *, game: str | None, as_json: bool) -> None:
    """Tell what a platform's check would refuse, before you upload.

    Inspects the file, looks for imports and calls that the jail refuses, and plays a game against a
    house bot and one against itself, all in the jail. Exit code 0: nothing found; 1: findings, with
    file and line; 2: no such bot.
    """
    from kit import bot_arguments, linting, report, series
    from kit.errors import report_host_failures
    from kit.hosted import tables

    if game:
        series.require_game(game)
    with report_host_failures():
        found = linting.lint(bot_arguments.entrant(bot, game), game)
    if as_json:
        report.print_json(found.to_json())
    else:
        for one in found.findings:
            place = f"{one.file}:{one.line}" if one.line else one.file
            tables.say(f"{place}: {one.message} [{one.rule}]")
        if not found.findings:
            tables.say(f"{found.bot} would pass the check for {found.game}.")
        if found.only_defaults:
            tables.say(report.ONLY_DEFAULTS)
    context.exit(1 if found.findings else 0)
