"""`kingsbench join`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kit.hosted.options import hosted, json_option, wait_option
from kit.program import examples

if TYPE_CHECKING:
    from kit.hosted.platform import Platform


@click.command("join", epilog=examples("join my-bot prosperity-with-colonies"))
@click.argument("bot", metavar="BOT")
@click.argument("ladder", metavar="LADDER")
@wait_option(120.0, "the check")
@hosted(needs="entries:write")
@json_option
@click.pass_context
def command(
    context: click.Context, platform: Platform, *, bot: str, ladder: str, wait: float, as_json: bool
) -> None:
    """Enter your BOT on a LADDER (its slug), and wait for its check.

    Exit code 0: it plays; 1: failed; 2: refused, or no answer; 3: still checking.
    """
    from kit.hosted import tables, uploading

    entry = uploading.join(platform, name=bot, ladder=ladder)
    entry = uploading.wait_for_entry(platform, entry, seconds=wait)
    tables.answer(entry, as_json=as_json, show=tables.print_entry)
    context.exit(uploading.ENTRY_EXIT_CODES.get(entry["state"], 1))
