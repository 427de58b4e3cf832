"""`kingsbench challenge`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kit.hosted.options import hosted, json_option, limit_option, wait_option
from kit.program import examples

if TYPE_CHECKING:
    from kit.hosted.platform import Platform

WRITES = "challenges:write"
number_argument = click.argument("number", type=click.IntRange(1), metavar="NUMBER")


@click.group("challenge")
def command() -> None:
    """Challenge bots on the platform, and answer challenges."""


@command.command(
    epilog=examples(
        "challenge send big-money --bot my-bot --ladder dominion-first-game --matches 5"
    )
)
@click.argument("opponent", metavar="OPPONENT")
@click.option("--bot", required=True, help="Your bot, by slug or name.")
@click.option("--ladder", required=True, help="Slug of the ladder whose rules apply.")
@click.option("--matches", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--config", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game."
)
@click.option("--kingdom", metavar="CARDS", help="A kingdom, ten cards with commas, or random.")
@click.option("--sets", metavar="SETS", help="Sets for random kingdoms, with commas.")
@click.option("--seed", type=int, help="Repeats the deals; everyone sees it.")
@wait_option(0.0, "the result")
@hosted(needs=WRITES)
@json_option
def send(
    platform: Platform,
    *,
    opponent: str,
    bot: str,
    ladder: str,
    matches: int,
    options: tuple[str, ...],
    kingdom: str | None,
    sets: str | None,
    seed: int | None,
    wait: float,
    as_json: bool,
) -> None:
    """Challenge OPPONENT (its slug) with your bot. The matches are unrated."""
    from kit.hosted import challenges, tables

    config = challenges.config(platform, ladder, options, kingdom, sets)
    order = challenges.Order(platform.own_bot(bot), ladder, matches, config, seed)
    challenge = challenges.send(platform, opponent, order)
    challenge = challenges.wait(platform, challenge, seconds=wait)
    tables.answer(challenge, as_json=as_json, show=tables.print_challenge)


@command.command("list", epilog=examples("challenge list --box waiting"))
@click.option(
    "--box",
    type=click.Choice(["waiting", "received", "sent"]),
    help="Those to be answered, received or sent.  [default: received and sent]",
)
@limit_option
@hosted(needs="read")
@json_option
def list_(platform: Platform, *, box: str | None, limit: int, as_json: bool) -> None:
    """List challenges that you sent or received, newest first."""
    from kit.hosted import tables

    challenges = platform.rows("challenges/", limit, box=box)
    tables.answer(challenges, as_json=as_json, show=tables.print_challenges)


@command.command(epilog=examples("challenge show 8"))
@number_argument
@wait_option(0.0, "the result")
@hosted()
@json_option
def show(platform: Platform, *, number: int, wait: float, as_json: bool) -> None:
    """Show a challenge and its result."""
    from kit.hosted import challenges, tables

    challenge = platform.ask("GET", f"challenges/{number}/")
    challenge = challenges.wait(platform, challenge, seconds=wait)
    tables.answer(challenge, as_json=as_json, show=tables.print_challenge)


@command.command(epilog=examples("challenge accept 8"))
@number_argument
@hosted(needs=WRITES)
@json_option
def accept(platform: Platform, *, number: int, as_json: bool) -> None:
    """Accept a challenge; it starts at once."""
    from kit.hosted import tables

    challenge = platform.ask("POST", f"challenges/{number}/accept/")
    tables.answer(challenge, as_json=as_json, show=tables.print_challenge)


@command.command(epilog=examples("challenge refuse 8 --block"))
@number_argument
@click.option("--block", is_flag=True, help="Refuse all that this person sends, from now on.")
@hosted(needs=WRITES)
@json_option
def refuse(platform: Platform, *, number: int, block: bool, as_json: bool) -> None:
    """Refuse a challenge."""
    from kit.hosted import tables

    challenge = platform.ask("POST", f"challenges/{number}/refuse/", json={"block": block})
    tables.answer(challenge, as_json=as_json, show=tables.print_challenge)


@command.command(epilog=examples("challenge withdraw 8"))
@number_argument
@hosted(needs=WRITES)
@json_option
def withdraw(platform: Platform, *, number: int, as_json: bool) -> None:
    """Withdraw a challenge that is not answered yet."""
    from kit.hosted import tables

    challenge = platform.ask("POST", f"challenges/{number}/withdraw/")
    tables.answer(challenge, as_json=as_json, show=tables.print_challenge)
