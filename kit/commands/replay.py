"""`kingsbench replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kit.hosted.options import access_options
from kit.program import examples

if TYPE_CHECKING:
    from kit.watch.replays import Replay


@click.command(
    "replay",
    epilog=examples(
        "replay game.json",
        "replay game.json --browser",
        "replay 17 --game 2 --to https://kingsbench.example",
    ),
)
@click.argument("source", metavar="FILE|NUMBER")
@click.option("--game", type=click.IntRange(1), default=1, show_default=True, help="Of a match.")
@click.option("--browser", is_flag=True, help="Open it in the browser, in the site's viewer.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the viewer with this replay as one page that needs no server.",
)
@access_options
def command(
    source: str,
    *,
    game: int,
    browser: bool,
    html: Path | None,
    site: str | None,
    token: str | None,
    insecure: bool,
) -> None:
    """Watch a game again: a replay or record in a FILE, or a match of the platform by its NUMBER.

    In the terminal as `watch` does, or in the browser.
    """
    from kit.watch import replay_page, replays, viewing

    if source.isascii() and source.isdecimal():
        found = _of_match(int(source), game, (site, token, insecure))
    else:
        found = replays.load(Path(source))
    if html:
        replay_page.write(found, html)
        click.echo(f"Wrote {html}.")
    if browser:
        page = html or replay_page.write_temporary(found)
        opened = replay_page.open_page(page)
        click.echo(f"{'Opened' if opened else 'Open this page in a browser:'} {page.resolve()}")
    if not (html or browser):
        viewing.show(found)


def _of_match(number: int, game: int, access: tuple[str | None, str | None, bool]) -> Replay:
    from kit.hosted.options import connect, expected
    from kit.watch import replays

    site, token, insecure = access
    platform = connect(site, token, insecure=insecure)
    with expected(platform.site):
        return replays.of_data(platform.ask("GET", f"matches/{number}/games/{game}/replay/"))
