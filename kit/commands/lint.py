"""`kingsbench lint`."""

from __future__ import annotations

import click

from kit.program import examples
from kit.run.trust import trust_option

OTHER_LANGUAGE = (
    "A platform takes {language} bots only if its operator has allowed them: its upload page says "
    "so."
)


@click.command("lint", epilog=examples("lint my_bot.py"))
@click.argument("bot", metavar="BOT")
@click.option("--game", help="The game that it plays.  [default: all that it can]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@trust_option
@click.pass_context
def command(context: click.Context, bot: str, *, game: str | None, as_json: bool) -> None:
    """Tell what a platform's check would refuse, before you upload.

    Looks at the file as a platform does, for imports and calls that the jail refuses, and plays
    each game that it can against a house bot and against itself, all in the jail. Exit code 0:
    nothing found; 1: findings, with file and line; 2: no such bot.
    """
    from engine import catalogue
    from kit.check import linting
    from kit.errors import report_host_failures
    from kit.hosted import tables
    from kit.play import report, series
    from kit.run import bot_arguments
    from sandbox.languages import PYTHON

    if game:
        series.require_game(game)
    entrant = bot_arguments.entrant(bot, game)
    count = 1 if game else len(catalogue.games())
    with report_host_failures(), report.progress(count) as progress:
        lint = linting.lint(entrant, game, progress)
    if as_json:
        report.print_json(lint.to_json())
    else:
        for finding in lint.findings:
            place = f"{finding.file}:{finding.line}" if finding.line else finding.file
            tables.say(f"{place}: {finding.message} [{finding.rule}]")
        if not lint.findings:
            tables.say(f"{lint.bot} would pass the check for {' and '.join(lint.games)}.")
        if lint.unfit:
            tables.say(f"It does not play {' and '.join(lint.unfit)}.")
        if lint.only_defaults:
            tables.say(tables.ONLY_DEFAULTS)
        if lint.language != PYTHON:
            tables.say(OTHER_LANGUAGE.format(language=lint.language))
    context.exit(1 if lint.findings else 0)
