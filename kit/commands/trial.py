"""`kingsbench trial`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kit.hosted.options import hosted, json_option, wait_option
from kit.program import examples

if TYPE_CHECKING:
    from kit.hosted.platform import Platform

EXIT_CODES = {"better": 0, "not better": 1, "open": 3}


@click.command("trial", epilog=examples("trial my-bot 4 --wait 600"))
@click.argument("bot", metavar="BOT")
@click.argument("version", type=click.IntRange(1), metavar="VERSION")
@click.option("--show", is_flag=True, help="Show the results so far; order nothing.")
@wait_option(0.0, "the result")
@hosted(needs="bots:write")
@json_option
@click.pass_context
def command(
    context: click.Context,
    platform: Platform,
    *,
    bot: str,
    version: int,
    show: bool,
    wait: float,
    as_json: bool,
) -> None:
    """Play a VERSION of your BOT against the one that plays, on the platform.

    Upload it with --no-activate first. Exit code 0: better; 1: not better; 2: refused, or no
    answer; 3: undecided.
    """
    from kit.hosted import tables
    from kit.hosted.platform import wait_until

    path = f"bots/{platform.own_bot(bot)}/versions/{version}/trial/"
    if not show:
        platform.ask("POST", path)
    trial = wait_until(platform, path, platform.ask("GET", path), _is_over, seconds=wait)
    tables.answer(trial, as_json=as_json, show=tables.print_trial)
    context.exit(EXIT_CODES[trial["verdict"]])


def _is_over(trial: dict[str, Any]) -> bool:
    return bool(trial["verdict"] != "open" or not trial["waiting"])
