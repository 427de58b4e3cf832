"""Tables for the terminal, and the same in place of those in a handbook page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

DOCS = Path(__file__).parents[1] / "docs"


class Sheet(NamedTuple):
    """A table; all columns but the first are numbers."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def show(self) -> None:
        table = Table(self.heads[0], title=self.title, title_justify="left")
        for head in self.heads[1:]:
            table.add_column(head, justify="right")
        for row in self.rows:
            table.add_row(*row)
        Console().print(table)

    def markdown(self) -> str:
        marks = ["---", *["---:"] * (len(self.heads) - 1)]
        lines = [self.heads, marks, *self.rows]
        return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def renew(text: str, sheet: Sheet) -> str:
    """Put the sheet in place of the table under the heading that has its title."""
    old = _found(text, sheet.title)
    return text[: old.start(1)] + sheet.markdown() + text[old.end(1) :]


def under(text: str, title: str) -> list[list[str]]:
    """Return the rows of the table under a heading, the first with the column heads."""
    lines = _found(text, title)[1].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [rows[0], *rows[2:]]


def _found(text: str, title: str) -> re.Match[str]:
    heading = rf"^#+ {re.escape(title)}\n(?:(?!#|\|).*\n)*"
    found = re.search(rf"{heading}((?:\|.*\n)+)", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"the page has no table under the heading {title!r}")
    return found


def write(page: str, sheets: Sequence[Sheet]) -> None:
    """Renew the tables of a page of docs/."""
    path = DOCS / page
    text = path.read_text(encoding="utf-8")
    for sheet in sheets:
        text = renew(text, sheet)
    path.write_text(text, encoding="utf-8")


def write_row(page: str, title: str, heads: Sequence[str], row: Sequence[str]) -> None:
    """Renew one row of a table, known by its first cell, or add it."""
    _heads, *rows = under((DOCS / page).read_text(encoding="utf-8"), title)
    by_name = {one[0]: one for one in rows} | {row[0]: list(row)}
    write(page, [Sheet(title, heads, list(by_name.values()))])
