"""`kingsbench docs`."""

from __future__ import annotations

import sys
from collections.abc import Collection
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import click

from kit.errors import BadInput, suggestion
from kit.program import IS_CHECKOUT, PROGRAM, examples
from sandbox.guest_code import PROJECT_ROOT


@click.command("docs", epilog=examples("docs", "docs tutorial"))
@click.argument("page", required=False)
def command(page: str | None) -> None:
    """Show the handbook: its list of pages, or one page.

    Into a file or a pipe it goes as Markdown.
    """
    from kit import handbook

    pages = handbook.pages(root())
    if page is None:
        for name, title in pages.items():
            click.echo(f"{name:<24} {title}")
        return
    text = handbook.read_page(root(), find_page(page, pages))
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text))


@cache
def root() -> Path:
    """Return the folder that has `docs/`: the checkout, or the installed package's data."""
    if IS_CHECKOUT:
        return PROJECT_ROOT
    website = find_spec("website")  # the same wheel brings it; it is not imported
    places = website.submodule_search_locations if website else None
    return Path(next(iter(places or [""]))) / "data"


def find_page(name: str, pages: Collection[str]) -> str:
    """Return the full name of a page for it or its last part. Raises BadInput for no page."""
    wanted = name.removesuffix(".md").removeprefix("docs/").strip("/")
    fitting = [page for page in pages if wanted in (page, page.rpartition("/")[2])]
    if wanted not in fitting and len(fitting) != 1:
        known = [*pages, *(page.rpartition("/")[2] for page in pages)]
        advice = f"{suggestion(wanted, known)} `{PROGRAM} docs` lists all."
        raise BadInput(f"there is no page {name!r}.{advice}")
    return wanted if wanted in fitting else fitting[0]
