"""`kingsbench replay`."""

from __future__ import annotations

from pathlib import Path

import click

from kit.hosted.options import access_options
from kit.program import examples


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
    from kit.hosted.options import connect, expect_answers
    from kit.watch import replay_page, replays, viewing

    if source.isascii() and source.isdecimal():
        platform = connect(site, token, insecure=insecure)
        with expect_answers(platform.site):
            path = f"matches/{int(source)}/games/{game}/replay/"
            replay = replays.of_data(platform.ask("GET", path))
    else:
        replay = replays.load(Path(source))
    if html:
        replay_page.write(replay, html)
        click.echo(f"Wrote {html}.")
    if browser:
        page = html or replay_page.write_temporary(replay)
        opened = replay_page.open_page(page)
        click.echo(f"{'Opened' if opened else 'Open this page in a browser:'} {page.resolve()}")
    if not (html or browser):
        viewing.show(replay)
