"""`kingsbench upload`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kit.hosted.options import hosted, json_option, wait_option
from kit.program import examples

if TYPE_CHECKING:
    from kit.hosted.platform import Platform


@click.command("upload", epilog=examples('upload my_bot.py --note "Buys Gold earlier"'))
@click.argument("file", metavar="BOT.py|BOT.zip", type=click.Path(path_type=Path))
@click.option("--name", help="Name of the bot there.  [default: name of the file]")
@click.option("--ladder", metavar="NAME", help="Slug of the ladder; required for a new bot.")
@click.option("--note", metavar="TEXT", help="What this version does differently; public.")
@click.option("--no-activate", is_flag=True, help="The previous version keeps playing.")
@wait_option(120.0, "the check")
@hosted(needs="bots:write")
@json_option
@click.pass_context
def command(
    context: click.Context,
    platform: Platform,
    file: Path,
    *,
    name: str | None,
    ladder: str | None,
    note: str | None,
    no_activate: bool,
    wait: float,
    as_json: bool,
) -> None:
    """Upload a bot, or a new version of it, and wait for its check.

    Log in first, or set KINGSBENCH_SITE and KINGSBENCH_TOKEN (scopes read and bots:write). Exit
    code 0: passed; 1: failed; 2: refused, or no answer; 3: still checking.
    """
    from kit.hosted import tables, uploading
    from kit.play import report

    version = uploading.upload(
        platform,
        file,
        name=name or file.stem,
        ladder=ladder,
        note=note,
        activates=not no_activate,
    )
    version = uploading.wait_for_check(platform, version, seconds=wait)
    if as_json:
        report.print_json(version)
    else:
        tables.print_upload(version, platform.site, activates=not no_activate)
    context.exit(uploading.EXIT_CODES[version["state"]])
