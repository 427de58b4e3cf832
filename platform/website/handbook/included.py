"""Files that a page shows: a paragraph that is only a link to one becomes its contents."""

import csv
import posixpath
import re
from itertools import groupby

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from markdown_it.token import Token

from kit.bots import house_bots
from website.handbook.colours import coloured

CODE = re.compile(r"kit/starters/tutorial/\w+\.py$")
TABLE = re.compile(r"docs/bots/tutorial/\w+\.csv$")


def include(tokens: list[Token], *, folder: str, language: str) -> list[Token]:
    """Put files in the place of their links; `folder` of docs/ has the page."""
    found, at = [], 0
    while at < len(tokens):
        shown = _shown(tokens[at : at + 3], folder, language)
        found += [Token("html_block", "", 0, content=shown)] if shown else [tokens[at]]
        at += 3 if shown else 1
    return found


def _shown(paragraph: list[Token], folder: str, language: str) -> str:
    """Return a file's HTML, or nothing if this is no such paragraph."""
    if [token.type for token in paragraph] != ["paragraph_open", "inline", "paragraph_close"]:
        return ""
    parts = paragraph[1].children or []
    if [part.type for part in parts[::2]] != ["link_open", "link_close"] or len(parts) != 3:
        return ""
    target = posixpath.normpath(posixpath.join("docs", folder, str(parts[0].attrs["href"])))
    if CODE.match(target):
        return _listing(target)
    return _results(target, parts[1].content, language) if TABLE.match(target) else ""


def _listing(path: str) -> str:
    source = (settings.ROOT / path).read_text(encoding="utf-8")
    return render_to_string(
        "handbook/listing.html", {"path": path, "code": coloured(source, "python")}
    )


def _results(path: str, caption: str, language: str) -> str:
    """Return a step's table of `bench.tutorial`, an opponent per row."""
    with (settings.ROOT / path).open(encoding="utf-8", newline="") as file:
        measured = list(csv.DictReader(file))
    with translation.override(language):
        rows = [
            (_opponent(name), list(cells))
            for name, cells in groupby(measured, key=lambda row: row["opponent"])
        ]
        context = {"caption": caption, "rows": rows, "games": measured[0]["games"]}
        return render_to_string("handbook/results.html", context)


def _opponent(name: str) -> str:
    known = house_bots("dominion").get(name)
    return known.title if known else _("Step %(number)s") % {"number": name.removeprefix("step")}
