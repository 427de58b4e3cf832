"""`kingsbench new`."""

from __future__ import annotations

import click

from kit.program import PROGRAM, examples


@click.command(
    "new",
    epilog=examples(
        "new first_bot.py",
        "new first_bot.js",
        "new blocks.py --game kingdomino --ci github",
        "new step1.py --from tutorial/1",
    ),
)
@click.argument("name", metavar="NAME.py|NAME.js|NAME.c")
@click.option("--game", default="dominion", show_default=True, help="The game to play.")
@click.option(
    "--from",
    "origin",
    metavar="tutorial/1 ... tutorial/5",
    help="Begin with a step of the tutorial (`docs tutorial`).",
)
@click.option(
    "--ci",
    "workflow",
    type=click.Choice(["github", "gitlab"]),
    help="Also write a workflow that tests and uploads the bot.",
)
def command(name: str, game: str, origin: str | None, workflow: str | None) -> None:
    """Write a first bot in Python, JavaScript or C.

    Beside it AGENTS.md, for coding assistants, and for Python a test to run with pytest.
    """
    from kit import starters
    from kit.run import bot_arguments

    path = starters.write(name, game, origin)
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
