"""`kingsbench logs`."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from kit.play import report

    numbers = [game]
    if game is None:
        shown = platform.ask("GET", f"matches/{match}/")
        if not shown["games"]:
            raise BadInput(f"match {match} has no games to show: it is {one_line(shown['status'])}")
        numbers = [each["number"] for each in shown["games"]]
    outputs = [
        {"game": number, **output}
        for number in numbers
        for output in platform.ask("GET", f"matches/{match}/games/{number}/output/")
    ]
    if as_json:
        report.print_json(outputs)
        return
    if not outputs:
        raise BadInput(f"match {match} has no output of your bots")
    for output in outputs:
        tables.say(f"Game {output['game']}, {output['name']}:")
        tables.say(output["text"].rstrip("\n") or "(nothing)")
