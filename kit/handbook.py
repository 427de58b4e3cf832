"""The handbook as Markdown, for terminals and coding assistants.

`root` is the folder that has `docs/`: a checkout, or the data of an installed package.
"""

import csv
import posixpath
import re
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from kit.bots import house_bots

CODE = re.compile(r"kit/starters/tutorial/\w+\.py")
TABLE = re.compile(r"docs/bots/tutorial/\w+\.csv")
SHOWN = re.compile(
    r"^\[([^\]\n]+)\]\(([^)\n]+)\)$", re.MULTILINE
)  # a paragraph that is only a link
ENGLISH = re.compile(r"[^.]+\.md")


class Results(NamedTuple):
    """A table of `bench.tutorial`: for each opponent, the cells of its rows by name."""

    rows: list[tuple[str, list[dict[str, str]]]]
    games: str


def pages(root: Path) -> dict[str, str]:
    """Return each English page's title by its name, such as `bots/tutorial`."""
    docs = root / "docs"
    files = sorted(file for file in docs.glob("**/*.md") if ENGLISH.fullmatch(file.name))
    titles = {}
    for file in files:
        heading = file.read_text(encoding="utf-8").partition("\n")[0]
        titles[file.relative_to(docs).with_suffix("").as_posix()] = heading.lstrip("# ")
    return titles


def read_page(root: Path, page: str) -> str:
    """Return an English page with the bots and tables in it to which a paragraph only links."""
    text = (root / "docs" / f"{page}.md").read_text(encoding="utf-8")
    folder = posixpath.dirname(page)

    def show(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join("docs", folder, link[2]))
        if CODE.fullmatch(path):
            source = (root / path).read_text(encoding="utf-8")
            return f"{link[0]}\n\n```python\n{source}```"
        if TABLE.fullmatch(path):
            return f"{link[1]}:\n\n{_as_markdown(read_results(root, path))}"
        return link[0]

    return SHOWN.sub(show, text)


def read_results(root: Path, path: str) -> Results:
    """Read a step's table of the tutorial, `path` below `root`."""
    with (root / path).open(encoding="utf-8", newline="") as file:
        measured = list(csv.DictReader(file))
    by_opponent = groupby(measured, key=lambda row: row["opponent"])
    return Results([(name, list(rows)) for name, rows in by_opponent], measured[0]["games"])


def title_of(opponent: str) -> str:
    """Return a house bot's title; empty where it is none."""
    known = house_bots("dominion").get(opponent)
    return known.title if known else ""


def _as_markdown(results: Results) -> str:
    _name, firsts = results.rows[0]
    heads = ["against", *(row["kingdom"] for row in firsts)]
    lines = [heads, ["---"] * len(heads)]
    for opponent, rows in results.rows:
        name = title_of(opponent) or f"Step {opponent.removeprefix('step')}"
        shares = [f"{row['share']} % ({row['low']} to {row['high']})" for row in rows]
        lines.append([name, *shares])
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    return f"{table}\n\nShares of the points with their intervals. Games a cell: {results.games}."
