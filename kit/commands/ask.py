"""`kingsbench ask`."""

from __future__ import annotations

from pathlib import Path

import click

from kit.errors import report_host_failures
from kit.program import complete_bot, examples
from kit.run.trust import trust_option


@click.command(
    "ask",
    epilog=examples(
        "ask my_bot.py decisions.jsonl", "ask my_bot.py decisions.jsonl --against big-money --json"
    ),
)
@click.argument("bot", metavar="BOT", shell_complete=complete_bot)
@click.argument("file", metavar="FILE.jsonl", type=click.Path())
@click.option(
    "--against", "other", metavar="BOT", help="Ask this bot, too, and compare the answers."
)
@click.option(
    "--game", help="The game, if the file has no hello.  [default: detected from the decisions]"
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@trust_option
def command(bot: str, file: str, other: str | None, game: str | None, as_json: bool) -> None:
    """Replay recorded decisions to a bot in the full jail.

    Each line of the FILE, such as that of a failure on the site, is a protocol message (hello,
    decide, finish) or an object with "decision" and optional "view", "events" and "state". Prints
    answers, verdict, CPU and log, and whether a recorded failure happens again.
    """
    from kit.check import asking
    from kit.play import report
    from kit.run import bot_arguments

    entrants = [bot_arguments.entrant(word) for word in (bot, other) if word]
    recording = asking.read_recording(Path(file), game)
    with report_host_failures():
        jailer = bot_arguments.jailer(entrants)
        results = [asking.ask_bot(entrant, recording, jailer) for entrant in entrants]
    if other:
        compared = asking.Comparison(recording, *results)
        report.print_json(compared.to_json()) if as_json else asking.print_comparison(compared)
    else:
        report.print_json(results[0].to_json()) if as_json else asking.print_asked(results[0])
