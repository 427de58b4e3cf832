"""The command `kingsbench`; its commands stand in `kit/commands/`."""

from __future__ import annotations

import click

from kit.commands import Commands
from kit.program import PROGRAM

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


HELP = f"""Write and try bots for kingdom-building games.

\b
{PROGRAM} new my_bot.py                     write a first bot
{PROGRAM} play my_bot.py big-money          play it against a house bot
{PROGRAM} duel new.py old.py                is the new one better?
{PROGRAM} gauntlet my_bot.py                play it against all house bots
{PROGRAM} league my_bots/                   which of mine is the best?
{PROGRAM} tune my_bot.py --param X=2:0:5    find a better constant
{PROGRAM} ask my_bot.py decisions.jsonl     replay recorded decisions
{PROGRAM} pack my_bot.js                    zip a bot in another language, or a folder
{PROGRAM} lint my_bot.py                    would it pass the check?
{PROGRAM} watch my_bot.py big-money         watch a game in the terminal
{PROGRAM} login URL                         then: upload, join, matches, challenge, ...

Bots run in the platform's jail, under its referee. Where no jail works, house bots
run as plain processes, and others as well if you --trust them.
"""


@click.group(cls=Commands, context_settings=SETTINGS, help=HELP)
@click.version_option(package_name="kingsbench", message="%(prog)s %(version)s")
def main() -> None:
    pass


if __name__ == "__main__":
    main(prog_name="kingsbench")
