"""Render our Markdown."""

import posixpath
import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin

from website.handbook.colours import coloured
from website.handbook.included import include

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
    options = {"html": False, "highlight": lambda code, name, _: coloured(code, name)}
    markdown = MarkdownIt("commonmark", options).enable("table")
    markdown.use(anchors_plugin, max_level=6)
    for rule, drawn in RULES.items():
        markdown.add_render_rule(rule, drawn)
    tokens = markdown.parse(text)
    title, tokens = _split(tokens)
    tokens = include(tokens, folder=folder, language=language)
    for token in tokens:
        _align(token)
        _turn_links(token.children or [], known, folder)
    body = markdown.renderer.render(tokens, markdown.options, {"folder": folder})
    return Page(title, _contents(tokens), mark_safe(body))  # noqa: S308 our files, HTML escaped


def _split(tokens: list[Token]) -> tuple[str, list[Token]]:
    """Return the first heading and the other tokens."""
    if not tokens or (tokens[0].type, tokens[0].tag) != ("heading_open", "h1"):
        return "", tokens
    return _words(tokens[1]), tokens[3:]


def _contents(tokens: Sequence[Token]) -> list[Heading]:
    return [
        Heading(int(token.tag[1]), str(token.attrs["id"]), _words(tokens[place + 1]))
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag in {"h2", "h3"}
    ]


def _words(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _align(token: Token) -> None:
    """Replace inline styles, which our CSP forbids, by a class."""
    if token.attrs.pop("style", "") == "text-align:right":
        token.attrs["class"] = "number"


def _turn_links(inline: Sequence[Token], known: Collection[str], folder: str) -> None:
    """Turn links to files without a page into plain text."""
    for place, token in enumerate(inline):
        if token.type == "link_open" and not _leads(token, known, folder):
            close = next(one for one in inline[place:] if one.type == "link_close")
            for end in (token, close):
                end.type, end.tag, end.nesting, end.content = "text", "", 0, ""


def _leads(link: Token, known: Collection[str], folder: str) -> bool:
    """Point the link at its page; return whether there is one."""
    target = str(link.attrs.get("href", ""))
    if target.startswith(("https://", "http://", "#", "mailto:")):
        return True
    found = OWN.match(target)
    slug = posixpath.normpath(posixpath.join(folder, found["page"])) if found else ""
    if found is None or slug not in known:
        return False
    link.attrs["href"] = reverse("handbook:page", args=[slug]) + (found["anchor"] or "")
    return True


def _table(_self: RendererHTML, tokens: Sequence[Token], at: int, *_rest: Any) -> str:
    opens = tokens[at].nesting == 1
    return (
        '<div class="scroll" tabindex="0"><table class="ledger prose-table">'
        if opens
        else "</table></div>\n"
    )


def _listing(self: RendererHTML, tokens: Sequence[Token], at: int, *rest: Any) -> str:
    is_fence = tokens[at].type == "fence"
    shown = (RendererHTML.fence if is_fence else RendererHTML.code_block)(self, tokens, at, *rest)
    return shown.replace("<pre>", '<pre tabindex="0">', 1)


def _heading(_self: RendererHTML, tokens: Sequence[Token], at: int, *_rest: Any) -> str:
    """Link each heading to itself, so that a reader can copy its address."""
    token = tokens[at]
    if token.nesting != 1:
        return f"</a></{token.tag}>\n"
    return format_html('<{} id="{}"><a href="#{}">', token.tag, *[token.attrs["id"]] * 2)


def _image(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
    """Inline a drawing, so that it takes the page's colours; else show its text."""
    words = tokens[at].content
    source = posixpath.normpath(posixpath.join(env["folder"], str(tokens[at].attrs.get("src", ""))))
    if not DRAWING.match(source):
        return escape(words)
    drawn = (settings.ROOT / "docs" / source).read_text(encoding="utf-8")
    return drawn.replace("<svg ", format_html('<svg role="img" aria-label="{}" ', words), 1)


RULES = {
    "heading_open": _heading,
    "heading_close": _heading,
    "table_open": _table,
    "table_close": _table,
    "fence": _listing,
    "code_block": _listing,
    "image": _image,
}
