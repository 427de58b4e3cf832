"""`kingsbench gauntlet`."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from kit.errors import BadInput
from kit.hosted.options import access_options, wait_option
from kit.play.series_options import ranking_options
from kit.program import complete_bot, examples

HOSTED = {"bot", "opponents", "hosted", "ladder", "games", "seed", "wait", "as_json"}
ACCESS = {"site", "token", "insecure"}
ONLY_HOSTED = {"ladder", "wait", "insecure"}  # the address may stand in the environment


@click.command(
    "gauntlet",
    epilog=examples(
        "gauntlet my_bot.py big-money random --games 4 --results gauntlet.jsonl",
        "gauntlet my-bot --hosted --ladder dominion-first-game",
    ),
)
@click.argument("bot", metavar="BOT", shell_complete=complete_bot)
@click.argument("opponents", nargs=-1, metavar="[OPPONENT...]", shell_complete=complete_bot)
@ranking_options
@click.option("--hosted", is_flag=True, help="On the platform, as challenges of --games matches.")
@click.option("--ladder", metavar="LADDER", help="With --hosted: slug of the ladder of the rules.")
@wait_option(600.0, "the results, with --hosted")
@access_options
@click.pass_context
def command(
    context: click.Context,
    /,
    bot: str,
    opponents: tuple[str, ...],
    *,
    hosted: bool,
    ladder: str | None,
    wait: float,
    site: str | None,
    token: str | None,
    insecure: bool,
    **options: Any,
) -> None:
    """Play BOT against each OPPONENT, by default the house bots.

    Each deal is played from both seats and by all pairs. Prints points, Elo and ranks with 95 %
    intervals, and how probably BOT is the better one. Ctrl-C shows the results so far; with --keep
    or --results the same command goes on.

    With --hosted, bots of the platform play there, by default against the first of the leaderboard.
    """
    given = {
        name
        for name in context.params
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    if not hosted:
        _refuse(given & ONLY_HOSTED, "only with --hosted")
        from kit.measure import ranking

        ranking.gauntlet(ranking.RankingOptions(**options), bot, opponents)
        return
    _refuse(given - HOSTED - ACCESS, "not with --hosted")
    if ladder is None:
        raise BadInput("--hosted needs --ladder: the slug of the ladder whose rules apply")
    from kit.hosted.challenges import HostedGauntlet

    told = {"seed": options["seed"], "as_json": options["as_json"], "wait": wait}
    told |= {"matches": options["games"]} if options["games"] else {}
    HostedGauntlet(bot, ladder, opponents, site=site, token=token, insecure=insecure, **told).run()


def _refuse(names: set[str], why: str) -> None:
    if names:
        words = {"options": "--config", "as_json": "--json"}
        given = ", ".join(sorted(words.get(name, f"--{name}") for name in names))
        raise BadInput(f"{given}: {why}")
