"""`kingsbench leave`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kit.hosted.options import hosted, json_option
from kit.program import examples

if TYPE_CHECKING:
    from kit.hosted.platform import Platform


@click.command("leave", epilog=examples("leave my-bot prosperity-with-colonies"))
@click.argument("bot", metavar="BOT")
@click.argument("ladder", metavar="LADDER")
@hosted(needs="entries:write")
@json_option
def command(platform: Platform, *, bot: str, ladder: str, as_json: bool) -> None:
    """Take your BOT off a LADDER. Its results stay."""
    from kit.hosted import tables, uploading

    entry = uploading.leave(platform, name=bot, ladder=ladder)
    tables.answer(entry, as_json=as_json, show=tables.print_entry)
