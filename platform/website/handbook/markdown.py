"""Render our Markdown; a paragraph that is only a link to a file shows the file."""

import posixpath
import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin

from kit.handbook import CODE, TABLE, read_results, title_of
from website.handbook.colours import highlight_code

DRAWING = re.compile(r"images/[\w.-]+\.svg$")
OWN = re.compile(r"(?P<page>[\w./-]+?)(\.[a-z]{2})?\.md(?P<anchor>#.*)?$")  # in any language


class Heading(NamedTuple):
    """A table of contents entry; level 2 is the highest."""

    level: int
    anchor: str
    words: str


class Page(NamedTuple):
    title: str
    contents: list[Heading]
    body: SafeString


def render(text: str, *, known: Collection[str], folder: str = "", language: str = "en") -> Page:
    """Render a document from `folder` of docs/; link only to `known` ones. Raw HTML is escaped."""
    options = {"html": False, "highlight": lambda code, name, _: highlight_code(code, name)}
    markdown = MarkdownIt("commonmark", options).enable("table")
    markdown.use(anchors_plugin, max_level=6)
    for rule, drawn in RULES.items():
        markdown.add_render_rule(rule, drawn)
    tokens = markdown.parse(text)
    title = ""
    if tokens and (tokens[0].type, tokens[0].tag) == ("heading_open", "h1"):
        title, tokens = _words(tokens[1]), tokens[3:]
    tokens = include(tokens, folder=folder, language=language)
    for token in tokens:
        # Our CSP forbids inline styles.
        if token.attrs.pop("style", "") == "text-align:right":
            token.attrs["class"] = "number"
        _turn_links(token.children or [], known, folder)
    contents = [
        Heading(int(token.tag[1]), str(token.attrs["id"]), _words(tokens[place + 1]))
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag in {"h2", "h3"}
    ]
    body = markdown.renderer.render(tokens, markdown.options, {"folder": folder})
    return Page(title, contents, mark_safe(body))  # noqa: S308 our files, HTML escaped


def _words(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _turn_links(inline: Sequence[Token], known: Collection[str], folder: str) -> None:
    """Point links at our pages; turn those to files without a page into plain text."""
    for place, token in enumerate(inline):
        if token.type == "link_open" and not _find_page(token, known, folder):
            close = next(later for later in inline[place:] if later.type == "link_close")
            for end in (token, close):
                end.type, end.tag, end.nesting, end.content = "text", "", 0, ""


def _find_page(link: Token, known: Collection[str], folder: str) -> bool:
    """Point the link at its page; return whether there is one."""
    target = str(link.attrs.get("href", ""))
    if target.startswith(("https://", "http://", "#", "mailto:")):
        return True
    own = OWN.match(target)
    slug = posixpath.normpath(posixpath.join(folder, own["page"])) if own else ""
    if own is None or slug not in known:
        return False
    link.attrs["href"] = reverse("handbook:page", args=[slug]) + (own["anchor"] or "")
    return True


def _table(_self: RendererHTML, tokens: Sequence[Token], place: int, *_rest: Any) -> str:
    opens = tokens[place].nesting == 1
    return (
        '<div class="scroll" tabindex="0"><table class="ledger prose-table">'
        if opens
        else "</table></div>\n"
    )


def _listing(self: RendererHTML, tokens: Sequence[Token], place: int, *rest: Any) -> str:
    render_code = RendererHTML.fence if tokens[place].type == "fence" else RendererHTML.code_block
    return render_code(self, tokens, place, *rest).replace("<pre>", '<pre tabindex="0">', 1)


def _heading(_self: RendererHTML, tokens: Sequence[Token], place: int, *_rest: Any) -> str:
    """Link each heading to itself, so that a reader can copy its address."""
    token = tokens[place]
    if token.nesting != 1:
        return f"</a></{token.tag}>\n"
    return format_html('<{} id="{}"><a href="#{}">', token.tag, *[token.attrs["id"]] * 2)


def _image(
    _self: RendererHTML, tokens: Sequence[Token], place: int, _options: Any, env: Any
) -> str:
    """Inline a drawing, so that it takes the page's colours; else show its text."""
    label, link = tokens[place].content, str(tokens[place].attrs.get("src", ""))
    source = posixpath.normpath(posixpath.join(env["folder"], link))
    if not DRAWING.match(source):
        return escape(label)
    drawing = (settings.ROOT / "docs" / source).read_text(encoding="utf-8")
    return drawing.replace("<svg ", format_html('<svg role="img" aria-label="{}" ', label), 1)


RULES = {
    "heading_open": _heading,
    "heading_close": _heading,
    "table_open": _table,
    "table_close": _table,
    "fence": _listing,
    "code_block": _listing,
    "image": _image,
}


def include(tokens: list[Token], *, folder: str, language: str) -> list[Token]:
    """Put files in the place of their links; `folder` of docs/ has the page."""
    with_files: list[Token] = []
    place = 0
    while place < len(tokens):
        html = _included_file(tokens[place : place + 3], folder, language)
        with_files.append(Token("html_block", "", 0, content=html) if html else tokens[place])
        place += 3 if html else 1
    return with_files


def _included_file(paragraph: list[Token], folder: str, language: str) -> str:
    """Return a file's HTML, or nothing if this is no such paragraph."""
    if [token.type for token in paragraph] != ["paragraph_open", "inline", "paragraph_close"]:
        return ""
    parts = paragraph[1].children or []
    if [part.type for part in parts[::2]] != ["link_open", "link_close"] or len(parts) != 3:
        return ""
    path = posixpath.normpath(posixpath.join("docs", folder, str(parts[0].attrs["href"])))
    if CODE.fullmatch(path):
        code = highlight_code((settings.ROOT / path).read_text(encoding="utf-8"), "python")
        return render_to_string("handbook/listing.html", {"path": path, "code": code})
    return _results_table(path, parts[1].content, language) if TABLE.fullmatch(path) else ""


def _results_table(path: str, caption: str, language: str) -> str:
    """Return a step's table of `bench.tutorial`, an opponent per row."""
    results = read_results(settings.ROOT, path)
    with translation.override(language):
        rows = []
        for name, cells in results.rows:
            step = gettext("Step %(number)s") % {"number": name.removeprefix("step")}
            rows.append((title_of(name) or step, cells))
        context = {"caption": caption, "rows": rows, "games": results.games}
        return render_to_string("handbook/results.html", context)
