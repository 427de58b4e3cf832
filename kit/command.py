"""The command `kingsbench`. Heavy imports stand in functions: `--help` is quick."""

from __future__ import annotations

from pathlib import Path

import click

from kit.commands import Commands
from kit.completion import complete_bot
from kit.errors import BadInput, CommandFailed, report_host_failures
from kit.program import PROGRAM, examples

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

Bots run in the platform's jail, under its referee; without one, as plain processes.
"""


@click.group(cls=Commands, context_settings=SETTINGS, help=HELP)
@click.version_option(package_name="kingsbench", message="%(prog)s %(version)s")
def main() -> None:
    pass


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
