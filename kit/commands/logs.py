"""`kingsbench logs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kit.errors import BadInput
from kit.hosted.options import hosted, json_option
from kit.program import examples
from kit.terminal import one_line

if TYPE_CHECKING:
    from kit.hosted.platform import Platform


@click.command("logs", epilog=examples("logs 17 --game 1"))
@click.argument("match", type=click.IntRange(1), metavar="MATCH")
@click.option("--game", type=click.IntRange(1), help="Of this game only.  [default: all]")
@hosted(needs="read")
@json_option
def command(platform: Platform, *, match: int, game: int | None, as_json: bool) -> None:
    """Print what your own bots printed in a MATCH (its number)."""
    from kit.hosted import tables

    games = [game] if game else _games(platform, match)
    found = [
        {"game": number, **one}
        for number in games
        for one in platform.ask("GET", f"matches/{match}/games/{number}/output/")
    ]
    if not found and not as_json:
        raise BadInput(f"match {match} has no output of your bots")
    tables.answer(found, as_json=as_json, show=_show)


def _games(platform: Platform, match: int) -> list[int]:
    found = platform.ask("GET", f"matches/{match}/")
    if not found["games"]:
        raise BadInput(f"match {match} has no games to show: it is {one_line(found['status'])}")
    return [game["number"] for game in found["games"]]


def _show(found: list[dict[str, Any]]) -> None:
    from kit.hosted import tables

    for one in found:
        tables.say(f"Game {one['game']}, {one['name']}:")
        tables.say(one["text"].rstrip("\n") or "(nothing)")
