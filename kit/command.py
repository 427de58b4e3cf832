"""The command `kingsbench`. Heavy imports stand in functions: `--help` is quick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kit.completion import complete_bot
from kit.errors import BadInput, CommandFailed, Commands, report_host_failures
from kit.program import PROGRAM, examples

if TYPE_CHECKING:
    from kit import uploading

Command = Callable[..., Any]
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


HELP = f"""Write and try bots for kingdom-building games.

\b
{PROGRAM} new my_bot.py                     write a first bot
{PROGRAM} play my_bot.py big-money          play it against a house bot
{PROGRAM} duel new.py old.py                is the new one better?
{PROGRAM} ask my_bot.py decisions.jsonl     replay recorded decisions
{PROGRAM} pack my_bot.js                    zip a bot in another language, or a folder
{PROGRAM} upload my_bot.py --to URL         upload it
{PROGRAM} join my-bot LADDER --to URL       enter it on another ladder; leave: take it off

Bots run in the platform's jail, under its referee; without one, as plain processes.
"""


@click.group(cls=Commands, context_settings=SETTINGS, help=HELP)
@click.version_option(package_name="kingsbench", message="%(prog)s %(version)s")
def main() -> None:
    pass


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


@main.command(
    epilog=examples(
        "play my_bot.py big-money --games 4 --seed 1",
        "play my_bot.py random --kingdom random --sets base,prosperity",
    )
)
@click.argument(
    "bots", nargs=-1, required=True, metavar="BOT BOT [BOT...]", shell_complete=complete_bot
)
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

    A BOT is a file (.py or .zip), a folder with bot.py, or a house bot (see the command bots). In
    each round, every bot plays every seat of one deal; remaining games are single. Random kingdoms
    change with the round.

    \b
    Options of a game (the command games lists them):
    --config turn_limit=40 --config must_place=true --config variants=harmony,middle_kingdom
    """
    from kit import playing

    playing.play(playing.PlayOptions.of(options))


@main.command(epilog=examples("duel my_bot.py random --sprt 0 200 --games 20"))
@click.argument("new", shell_complete=complete_bot)
@click.argument("old", shell_complete=complete_bot)
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
def duel(context: click.Context, /, new: str, old: str, **options: Any) -> None:
    """Play NEW against OLD until it is clear whether it is better.

    Each deal is played from both seats, and a sequential test (generalised likelihood ratio on
    pairs of games, 5 % errors) ends the duel as soon as it is decided. Ctrl-C shows the results so
    far. Exit code 0: better; 1: not better; 3: undecided.
    """
    from kit import dueling

    context.exit(dueling.EXIT_CODES[dueling.duel(dueling.DuelOptions(bots=(new, old), **options))])


@main.command(
    epilog=examples(
        "ask my_bot.py decisions.jsonl", "ask my_bot.py decisions.jsonl --against big-money --json"
    )
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


@main.command(epilog=examples("bots"))
def bots() -> None:
    """List the house bots of each game."""
    from kit import report

    report.print_bots()


@main.command(epilog=examples("games"))
def games() -> None:
    """List the games, their options and decisions."""
    from kit import report

    report.print_games()


@main.command(epilog=examples("doctor --json"))
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Test the layers of the jail on this machine, and say how to fix them.

    Run it as the workers' user and in their container. Exit code 0: strangers' bots may run.
    """
    try:
        from kit import diagnosis
    except (ImportError, AttributeError) as missing:
        raise CommandFailed(f"the jail needs Linux: {missing}") from missing
    context.exit(0 if diagnosis.diagnose(as_json=as_json) else 1)


@main.command(
    epilog=examples(
        "new first_bot.py", "new first_bot.js", "new blocks.py --game kingdomino --ci github"
    )
)
@click.argument("name", metavar="NAME.py|NAME.js|NAME.c")
@click.option("--game", default="dominion", show_default=True, help="The game to play.")
@click.option(
    "--ci",
    "workflow",
    type=click.Choice(["github", "gitlab"]),
    help="Also write a workflow that tests and uploads the bot.",
)
def new(name: str, game: str, workflow: str | None) -> None:
    """Write a first bot in Python, JavaScript or C.

    Beside it AGENTS.md, for coding assistants, and for Python a test to run with pytest.
    """
    from kit import bot_arguments, starters

    path = starters.write(name, game)
    partner = bot_arguments.sparring_partner(game)
    beside = starters.write_project(path, game, partner, workflow)
    words = [PROGRAM, "play", str(path), partner]
    if path.suffix != ".py":
        words = [PROGRAM, "pack", str(path), "&&", *words]
        words[words.index("play") + 1] = str(path.with_suffix(".zip"))
    if game != "dominion":
        words += ["--game", game]
    words += ["--seed", "1"]
    wrote = ", ".join(map(str, [path, *beside]))
    click.echo(f"Wrote {wrote}. Try it: {' '.join(words)}")


@main.command(epilog=examples("pack my_bot.js", "pack my_folder"))
@click.argument("source", metavar="NAME.js|NAME.c|FOLDER", type=click.Path(path_type=Path))
def pack(source: Path) -> None:
    """Zip a bot in JavaScript, in C, which is compiled, or in a folder.

    A folder has bot.py or kingsbench.toml at its top. Hidden files, tests (test_*) and AGENTS.md
    are left out. All other commands take a folder as well.
    """
    from kit import packing

    click.echo(f"Wrote {packing.pack(source)}.")


site_option = click.option(
    "--to", "site", required=True, metavar="URL", help="Address of the platform."
)
token_option = click.option(
    "--token", envvar="KINGSBENCH_TOKEN", help="API token; better set KINGSBENCH_TOKEN."
)
wait_option = click.option(
    "--wait",
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the check.",
)


@main.command(epilog=examples("upload my_bot.py --to https://example.org --ladder dominion"))
@click.argument("file", metavar="BOT.py|BOT.zip", type=click.Path(path_type=Path))
@site_option
@click.option("--name", help="Name of the bot there.  [default: name of the file]")
@click.option("--ladder", metavar="NAME", help="Slug of the ladder; required for a new bot.")
@wait_option
@token_option
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


@main.command(epilog=examples("join my-bot dominion --to https://example.org"))
@click.argument("bot", metavar="BOT")
@click.argument("ladder", metavar="LADDER")
@site_option
@wait_option
@token_option
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


@main.command(epilog=examples("leave my-bot dominion --to https://example.org"))
@click.argument("bot", metavar="BOT")
@click.argument("ladder", metavar="LADDER")
@site_option
@token_option
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


@main.command(epilog=examples("completion bash", "completion zsh", "completion fish"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands, options and bots in your shell.

    \b
    bash: put  eval "$(kingsbench completion bash)"  into ~/.bashrc
    zsh:  put  eval "$(kingsbench completion zsh)"   into ~/.zshrc
    fish: run  kingsbench completion fish > ~/.config/fish/completions/kingsbench.fish
    """
    from kit.completion import script

    click.echo(script(main, shell))


@main.group()
def runtime() -> None:
    """Let Python bots import packages such as numpy (for operators).

    A runtime is a folder of packages. Workers load the one in KINGSBENCH_RUNTIME (name or folder)
    when they start.
    """


@runtime.command(epilog=examples("runtime build python --with numpy"))
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


@runtime.command("list", epilog=examples("runtime list"))
def list_runtimes() -> None:
    """List the runtimes in var/ and their packages."""
    from kit import runtimes

    for name in runtimes.names():
        runtimes.describe(runtimes.folder() / name)


@runtime.command(epilog=examples("runtime remove python"))
@click.argument("name")
def remove(name: str) -> None:
    """Remove a runtime from var/."""
    from kit import runtimes

    runtimes.remove(name)
    click.echo(f"Removed {name}. Workers that use it keep their copy until they restart.")


if __name__ == "__main__":
    main(prog_name="kingsbench")
