"""The command `kingsbench`. Heavy imports stand in functions: `--help` is quick."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kit.errors import BadInput, report_host_failures

if TYPE_CHECKING:
    from kit import uploading

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=SETTINGS)
@click.version_option(package_name="kingsbench", message="%(prog)s %(version)s")
def main() -> None:
    """Write and try bots for kingdom-building games.

    \b
    ./kingsbench new my_bot.py                     write a first bot
    ./kingsbench play my_bot.py big-money          play it against a house bot
    ./kingsbench ask my_bot.py decisions.jsonl     replay recorded decisions
    ./kingsbench pack my_bot.js                    zip a bot in another language
    ./kingsbench upload my_bot.py --to URL         upload it
    ./kingsbench join my-bot LADDER --to URL       enter it on another ladder; leave: take it off

    Bots run in the platform's jail, under its referee.
    """


@main.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT...]")
@click.option("--game", default="dominion", show_default=True, help="The game to play.")
@click.option(
    "--games", default=10, show_default=True, type=click.IntRange(1), help="Number of games."
)
@click.option(
    "--seed", type=int, help="Seed that repeats a series.  [default: random, shown in the output]"
)
@click.option("--seats", type=int, help="Number of seats.  [default: one per bot]")
@click.option(
    "--config", "options", multiple=True, metavar="NAME=VALUE", help="Option of the game."
)
@click.option(
    "--kingdom",
    metavar="CARDS",
    help="Name of a kingdom, ten cards separated by commas, or random.",
)
@click.option("--sets", metavar="SETS", help="Sets for random kingdoms, separated by commas.")
@click.option(
    "--replay",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a replay of the first game, to watch in the browser.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def play(
    bots: tuple[str, ...],
    game: str,
    games: int,
    seed: int | None,
    seats: int | None,
    options: tuple[str, ...],
    kingdom: str | None,
    sets: str | None,
    replay: Path | None,
    as_json: bool,
) -> None:
    """Play bots against each other and print who won.

    A BOT is a file (.py or .zip) or a house bot (./kingsbench bots). In each round, every bot plays
    every seat of one deal; remaining games are single. Random kingdoms change with the round.

    \b
    Options of a game (./kingsbench games):
    --config turn_limit=40 --config must_place=true --config variants=harmony,middle_kingdom
    """
    from kit import bot_arguments, kingdoms, replay_file, report, series

    if replay:
        replay_file.check(replay)
    needed = len(bots) if seats is None else seats
    if needed != len(bots):
        raise BadInput(f"--seats {needed} needs {needed} bots, but {len(bots)} are named")
    config = kingdoms.apply_options(series.read_config(game, options), kingdom, sets)
    drawn = series.draw_seed() if seed is None else seed
    plans = series.plans(game, seats=needed, games=games, seed=drawn, config=config)
    entrants = bot_arguments.entrants(bots, game)
    played = series.Series(entrants, plans)
    with report_host_failures():
        jailer = bot_arguments.jailer(entrants)
        bot_arguments.check(entrants, jailer)
        with report.progress(games) as progress:
            series.run(played, jailer, progress)
    if replay:
        replay_file.write(played, replay)
    report.print_json(played.to_json()) if as_json else report.print_series(played)
    if replay and not as_json:
        click.echo(replay_file.how_to_open(replay))


@main.command()
@click.argument("bot", metavar="BOT")
@click.argument("file", metavar="FILE.jsonl", type=click.Path())
@click.option(
    "--game", help="The game, if the file has no hello.  [default: detected from the decisions]"
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def ask(bot: str, file: str, game: str | None, as_json: bool) -> None:
    """Replay recorded decisions to a bot in the full jail.

    Each line of the FILE is a protocol message (hello, decide, finish) or a recorded decision: an
    object with "decision" and optional "view", "events" and "state". Prints the answers, the
    verdict, any fault, CPU and log.
    """
    from kit import bot_arguments, recorded_decisions, report

    entrant = bot_arguments.entrant(bot)
    lines = recorded_decisions.read_recording(Path(file), game)
    with report_host_failures():
        asked = recorded_decisions.ask_bot(entrant, lines, bot_arguments.jailer([entrant]))
    report.print_json(asked.to_json()) if as_json else report.print_asked(asked)


@main.command()
def bots() -> None:
    """List the house bots of each game."""
    from kit import report

    report.print_bots()


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
    from kit import report, runtimes
    from sandbox.doctor import examine

    found = examine(runtimes.configured())
    report.print_json(found.to_json()) if as_json else report.print_diagnosis(found)
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
    click.echo(f"Wrote {path}. Try it: {' '.join(words)}")


@main.command()
@click.argument("source", metavar="NAME.js|NAME.c", type=click.Path(path_type=Path))
def pack(source: Path) -> None:
    """Zip a bot in JavaScript, or in C, which is compiled."""
    from kit import packing

    click.echo(f"Wrote {packing.pack(source)}.")


@main.command()
@click.argument("file", metavar="BOT.py|BOT.zip", type=click.Path(path_type=Path))
@click.option("--to", "site", required=True, metavar="URL", help="Address of the platform.")
@click.option("--name", help="Name of the bot there.  [default: name of the file]")
@click.option("--ladder", metavar="NAME", help="Slug of the ladder; required for a new bot.")
@click.option(
    "--wait",
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the check.",
)
@click.option("--token", envvar="KINGSBENCH_TOKEN", help="API token; better set KINGSBENCH_TOKEN.")
@click.pass_context
def upload(
    context: click.Context,
    file: Path,
    site: str,
    name: str | None,
    ladder: str | None,
    wait: float,
    token: str | None,
) -> None:
    """Upload a bot, or a new version of it, and wait for its check.

    Create a token with the scopes read and bots:write in your account. Exit code 0: passed; 1:
    failed; 3: still checking.
    """
    from kit import report, uploading

    platform = _platform(site, token, scope="bots:write")
    version = uploading.upload(platform, file, name=name or file.stem, ladder=ladder)
    version = uploading.wait_for_check(platform, version, seconds=wait)
    report.print_upload(version)
    context.exit(uploading.EXIT_CODES[version["state"]])


@main.command()
@click.argument("bot", metavar="BOT")
@click.argument("ladder", metavar="LADDER")
@click.option("--to", "site", required=True, metavar="URL", help="Address of the platform.")
@click.option(
    "--wait",
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the check.",
)
@click.option("--token", envvar="KINGSBENCH_TOKEN", help="API token; better set KINGSBENCH_TOKEN.")
@click.pass_context
def join(
    context: click.Context, bot: str, ladder: str, site: str, wait: float, token: str | None
) -> None:
    """Enter your BOT on a LADDER (its slug), and wait for its check.

    Exit code 0: it plays; 1: failed; 3: still checking.
    """
    from kit import report, uploading

    platform = _platform(site, token, scope="entries:write")
    entry = uploading.join(platform, name=bot, ladder=ladder)
    entry = uploading.wait_for_entry(platform, entry, seconds=wait)
    report.print_entry(entry)
    context.exit(uploading.ENTRY_EXIT_CODES.get(entry["state"], 1))


@main.command()
@click.argument("bot", metavar="BOT")
@click.argument("ladder", metavar="LADDER")
@click.option("--to", "site", required=True, metavar="URL", help="Address of the platform.")
@click.option("--token", envvar="KINGSBENCH_TOKEN", help="API token; better set KINGSBENCH_TOKEN.")
def leave(bot: str, ladder: str, site: str, token: str | None) -> None:
    """Take your BOT off a LADDER. Its results stay."""
    from kit import report, uploading

    platform = _platform(site, token, scope="entries:write")
    report.print_entry(uploading.leave(platform, name=bot, ladder=ladder))


def _platform(site: str, token: str | None, *, scope: str) -> uploading.Platform:
    from kit import uploading

    if not token:
        raise BadInput(f"set {uploading.TOKEN} to a token with the scopes read and {scope}")
    platform = uploading.Platform(site, token)
    if platform.is_insecure:
        click.echo(
            f"Warning: {site} is not an https address: others may read your token.", err=True
        )
    return platform


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
