"""Files that a page shows: a paragraph that is only a link to one becomes its contents."""

import posixpath

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from markdown_it.token import Token

from kit.handbook import CODE, TABLE, read_results, title_of
from website.handbook.colours import coloured


def include(tokens: list[Token], *, folder: str, language: str) -> list[Token]:
    """Put files in the place of their links; `folder` of docs/ has the page."""
    found, at = [], 0
    while at < len(tokens):
        shown = _included_file(tokens[at : at + 3], folder, language)
        found += [Token("html_block", "", 0, content=shown)] if shown else [tokens[at]]
        at += 3 if shown else 1
    return found


def _included_file(paragraph: list[Token], folder: str, language: str) -> str:
    """Return a file's HTML, or nothing if this is no such paragraph."""
    if [token.type for token in paragraph] != ["paragraph_open", "inline", "paragraph_close"]:
        return ""
    parts = paragraph[1].children or []
    if [part.type for part in parts[::2]] != ["link_open", "link_close"] or len(parts) != 3:
        return ""
    target = posixpath.normpath(posixpath.join("docs", folder, str(parts[0].attrs["href"])))
    if CODE.fullmatch(target):
        return _listing(target)
    return _results(target, parts[1].content, language) if TABLE.fullmatch(target) else ""


def _listing(path: str) -> str:
    source = (settings.ROOT / path).read_text(encoding="utf-8")
    return render_to_string(
        "handbook/listing.html", {"path": path, "code": coloured(source, "python")}
    )


def _results(path: str, caption: str, language: str) -> str:
    """Return a step's table of `bench.tutorial`, an opponent per row."""
    results = read_results(settings.ROOT, path)
    with translation.override(language):
        rows = [(_opponent(name), cells) for name, cells in results.rows]
        context = {"caption": caption, "rows": rows, "games": results.games}
        return render_to_string("handbook/results.html", context)


def _opponent(name: str) -> str:
    return title_of(name) or _("Step %(number)s") % {"number": name.removeprefix("step")}
