"""`kingsbench runtime`."""

from __future__ import annotations

from pathlib import Path

import click

from kit.errors import BadInput
from kit.program import examples


@click.group("runtime")
def command() -> None:
    """Let Python bots import packages such as numpy (for operators).

    A runtime is a folder of packages. Workers load the one in KINGSBENCH_RUNTIME (name or folder)
    when they start.
    """


@command.command(epilog=examples("runtime build python --with numpy"))
@click.argument("language", type=click.Choice(["python"]))
@click.option("--with", "packages", multiple=True, required=True, metavar="PACKAGE")
@click.option("--name", default="python", show_default=True, help="Name of the runtime.")
@click.option("--to", type=click.Path(path_type=Path), help="Folder to use instead of one in var/.")
def build(language: str, packages: tuple[str, ...], name: str, to: Path | None) -> None:
    """Build or rebuild a runtime: --with numpy, --with "scipy==1.14.1"."""
    from kit.run import runtimes

    if to is None and not name.replace("-", "").replace("_", "").isalnum():
        raise BadInput(
            f"{name!r} is not a valid name for a runtime: use letters, digits and dashes"
        )
    target = to.resolve() if to else runtimes.folder() / name
    runtimes.build(target, packages)
    runtimes.describe(target)
    setting = target if to else name
    click.echo(f"Bots of {language} can import it with {runtimes.SETTING}={setting}")


@command.command("list", epilog=examples("runtime list"))
def list_runtimes() -> None:
    """List the runtimes in var/ and their packages."""
    from kit.run import runtimes

    for name in runtimes.names():
        runtimes.describe(runtimes.folder() / name)


@command.command(epilog=examples("runtime remove python"))
@click.argument("name")
def remove(name: str) -> None:
    """Remove a runtime from var/."""
    from kit.run import runtimes

    runtimes.remove(name)
    click.echo(f"Removed {name}. Workers that use it keep their copy until they restart.")
