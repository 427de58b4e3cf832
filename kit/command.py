"""The command `kingsbench`. Heavy imports stand in functions: `--help` is quick."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from kit.errors import BadInput, report_host_failures

Command = Callable[..., Any]
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


# Commands with a file of their own in kit/commands/
OWN_FILES = (
    "bots", "challenge", "join", "leaderboard", "leave", "lint", "login", "logout", "logs",
    "matches", "profile", "replay", "trial", "upload", "watch",
)  # fmt: skip


class Commands(click.Group):
    """Imports a command's file when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted([*super().list_commands(context), *OWN_FILES])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in OWN_FILES:
            command: click.Command = import_module(f"kit.commands.{name}").command
            return command
        return super().get_command(context, name)


@click.group(cls=Commands, context_settings=SETTINGS)
@click.version_option(package_name="kingsbench", message="%(prog)s %(version)s")
def main() -> None:
    """Write and try bots for kingdom-building games.

    \b
    ./kingsbench new my_bot.py                     write a first bot
    ./kingsbench play my_bot.py big-money          play it against a house bot
    ./kingsbench duel new.py old.py                is the new one better?
    ./kingsbench ask my_bot.py decisions.jsonl     replay recorded decisions
    ./kingsbench pack my_bot.js                    zip a bot in another language
    ./kingsbench lint my_bot.py                    would it pass the check?
    ./kingsbench watch my_bot.py big-money         watch a game in the terminal
    ./kingsbench login URL                         then: upload, join, matches, challenge, ...

    Bots run in the platform's jail, under its referee.
    """


# What `play` and `duel` are told about their games
SERIES = (
    click.option(
        "--seed", type=int, help="Seed that repeats the games.  [default: random, shown at the end]"
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1),
        help="Matches at once; changes no result.  [default: a core each]",
    ),
    click.option(
        "--config", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game."
    ),
    click.option(
        "--kingdom",
        metavar="CARDS",
        help="Name of a kingdom, ten cards separated by commas, or random.",
    ),
    click.option("--sets", metavar="SETS", help="Sets for random kingdoms, separated by commas."),
    click.option("--json", "as_json", is_flag=True, help="Print everything as JSON."),
)


def series_options(command: Command) -> Command:
    for option in reversed(SERIES):
        command = option(command)
    return command


@main.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT...]")
@click.option("--game", help="The game to play.  [default: dominion]")
@click.option("--games", type=click.IntRange(1), help="Number of games.  [default: 10]")
@click.option("--seats", type=int, help="Number of seats.  [default: one per bot]")
@series_options
@click.option(
    "--from",
    "start",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Play on from a position of this replay or record; one game by default.",
)
@click.option(
    "--at",
    "event",
    type=click.IntRange(0),
    metavar="EVENT",
    help="With --from: the number of an event; the next decision is the first.  [default: 0]",
)
@click.option(
    "--replay",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a replay of the first game, to watch in the browser.",
)
@click.option("--show-output", is_flag=True, help="Print what the bots print, by decision.")
def play(**options: Any) -> None:
    """Play bots against each other and print who won.

    A BOT is a file (.py or .zip) or a house bot (./kingsbench bots). In each round, every bot plays
    every seat of one deal; remaining games are single. Random kingdoms change with the round.

    \b
    Options of a game (./kingsbench games):
    --config turn_limit=40 --config must_place=true --config variants=harmony,middle_kingdom
    """
    from kit import playing

    playing.play(playing.PlayOptions.of(options))


@main.command()
@click.argument("bots", nargs=2, metavar="NEW OLD")
@click.option(
    "--sprt",
    "bounds",
    nargs=2,
    type=float,
    default=(0.0, 20.0),
    show_default=True,
    metavar="ELO0 ELO1",
    help="The leads that the test tells apart.",
)
@click.option(
    "--model",
    type=click.Choice(["logistic", "normalized"]),
    default="logistic",
    show_default=True,
    help="What Elo means: points, or standard deviations of a game.",
)
@click.option("--game", default="dominion", show_default=True, help="The game to play.")
@click.option("--games", type=click.IntRange(2), default=10_000, show_default=True, help="At most.")
@series_options
@click.pass_context
def duel(context: click.Context, /, **options: Any) -> None:
    """Play NEW against OLD until it is clear whether it is better.

    Each deal is played from both seats, and a sequential test (generalised likelihood ratio on
    pairs of games, 5 % errors) ends the duel as soon as it is decided. Ctrl-C shows the results so
    far. Exit code 0: better; 1: not better; 3: undecided.

    \b
    ./kingsbench duel new.py old.py --sprt 0 10
    """
    from kit import dueling

    context.exit(dueling.EXIT_CODES[dueling.duel(dueling.DuelOptions(**options))])


@main.command()
@click.argument("bot", metavar="BOT")
@click.argument("file", metavar="FILE.jsonl", type=click.Path())
@click.option(
    "--against", "other", metavar="BOT", help="Ask this bot, too, and compare the answers."
)
@click.option(
    "--game", help="The game, if the file has no hello.  [default: detected from the decisions]"
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def ask(bot: str, file: str, other: str | None, game: str | None, as_json: bool) -> None:
    """Replay recorded decisions to a bot in the full jail.

    Each line of the FILE, such as that of a failure on the site, is a protocol message (hello,
    decide, finish) or an object with "decision" and optional "view", "events" and "state". Prints
    answers, verdict, CPU and log, and whether a recorded failure happens again.
    """
    from kit import asking, bot_arguments, recorded_decisions, report

    entrants = [bot_arguments.entrant(one) for one in (bot, other) if one]
    recording = recorded_decisions.read_recording(Path(file), game)
    with report_host_failures():
        jailer = bot_arguments.jailer(entrants)
        results = [asking.ask_bot(entrant, recording, jailer) for entrant in entrants]
    if other:
        compared = asking.Comparison(recording, *results)
        report.print_json(compared.to_json()) if as_json else report.print_comparison(compared)
    else:
        report.print_json(results[0].to_json()) if as_json else report.print_asked(results[0])


@main.command()
def games() -> None:
    """List the games, their options and decisions."""
    from kit import report

    report.print_games()


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Test the layers of the jail on this machine, and say how to fix them.

    Run it as the workers' user and in their container. Exit code 0: strangers' bots may run.
    """
    from kit import report, runtimes, trigrams
    from sandbox.doctor import examine

    found, remedy = examine(runtimes.configured()), trigrams.remedy()
    if as_json:
        report.print_json(found.to_json() | {"search_remedy": remedy})
    else:
        report.print_diagnosis(found)
        report.print_search_remedy(remedy)
    context.exit(0 if found.may_run_strangers else 1)


@main.command()
@click.argument("name", metavar="NAME.py|NAME.js|NAME.c")
@click.option("--game", default="dominion", show_default=True, help="The game to play.")
def new(name: str, game: str) -> None:
    """Write a first bot in Python, JavaScript or C."""
    from kit import bot_arguments, starters

    path = starters.write(name, game)
    words = ["./kingsbench", "play", str(path), bot_arguments.sparring_partner(game)]
    if path.suffix != ".py":
        words = ["./kingsbench", "pack", str(path), "&&", *words]
        words[words.index("play") + 1] = str(path.with_suffix(".zip"))
    if game != "dominion":
        words += ["--game", game]
    words += ["--seed", "1"]
    click.echo(f"Wrote {path}. Try it: {' '.join(words)}")


@main.command()
@click.argument("source", metavar="NAME.js|NAME.c", type=click.Path(path_type=Path))
def pack(source: Path) -> None:
    """Zip a bot in JavaScript, or in C, which is compiled."""
    from kit import packing

    click.echo(f"Wrote {packing.pack(source)}.")


@main.group()
def runtime() -> None:
    """Let Python bots import packages such as numpy (for operators).

    A runtime is a folder of packages. Workers load the one in KINGSBENCH_RUNTIME (name or folder)
    when they start.
    """


@runtime.command()
@click.argument("language", type=click.Choice(["python"]))
@click.option("--with", "packages", multiple=True, required=True, metavar="PACKAGE")
@click.option("--name", default="python", show_default=True, help="Name of the runtime.")
@click.option("--to", type=click.Path(path_type=Path), help="Folder to use instead of one in var/.")
def build(language: str, packages: tuple[str, ...], name: str, to: Path | None) -> None:
    """Build or rebuild a runtime: --with numpy, --with "scipy==1.14.1"."""
    from kit import runtimes

    if to is None and not name.replace("-", "").replace("_", "").isalnum():
        raise BadInput(
            f"{name!r} is not a valid name for a runtime: use letters, digits and dashes"
        )
    target = to.resolve() if to else runtimes.folder() / name
    runtimes.build(target, packages)
    runtimes.describe(target)
    said = target if to else name
    click.echo(f"Bots of {language} can import it with {runtimes.SETTING}={said}")


@runtime.command("list")
def list_runtimes() -> None:
    """List the runtimes in var/ and their packages."""
    from kit import runtimes

    for name in runtimes.names():
        runtimes.describe(runtimes.folder() / name)


@runtime.command()
@click.argument("name")
def remove(name: str) -> None:
    """Remove a runtime from var/."""
    from kit import runtimes

    runtimes.remove(name)
    click.echo(f"Removed {name}. Workers that use it keep their copy until they restart.")


if __name__ == "__main__":
    main(prog_name="kingsbench")
