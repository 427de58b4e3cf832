"""A test client that reads a page as a browser does, however its template is laid out."""

import re
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.test import Client

AS_TYPED = r"(<(?:pre|textarea|script|style)\b.*?</(?:pre|textarea|script|style)>)"
BLOCKS = (
    "html|head|body|meta|link|title|script|main|header|footer|nav|section|article|div|p|h[1-6]|"
    "[uod]l|li|d[td]|table|thead|tbody|tr|t[dh]|form|fieldset|legend|details|summary|option|select|"
    "svg|g|path|rect|text|line|defs|symbol|figure|figcaption"
)
TAG = r"<[^<>]*>"


class Browser(Client):
    """Collapses white space in pages where browsers show none."""

    def request(self, **request: Any) -> Any:
        response = super().request(**request)
        if isinstance(response, HttpResponse) and is_page(response):
            response.content = collapsed(response.content.decode()).encode()
        return response


def is_page(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


def collapsed(html: str) -> str:
    """Collapse white space, and drop it beside blocks and at the edges of elements."""
    parts = re.split(AS_TYPED, html, flags=re.DOTALL)
    return "".join(part if number % 2 else _collapsed(part) for number, part in enumerate(parts))


def _collapsed(html: str) -> str:
    html = re.sub(r"[ \t\r\n\f]+", " ", html)
    html = re.sub(TAG, lambda tag: _collapsed_tag(tag[0]), html)
    html = re.sub(rf" ?(</?(?:{BLOCKS})\b[^<>]*>) ?", r"\1", html)
    html = re.sub(r"(<\w[^<>]*>) ", r"\1", html)  # at the beginning of any element
    return re.sub(r" (</(?!span))", r"\1", html)  # some words end with a space for the next


@lru_cache(10_000)
def _collapsed_tag(tag: str) -> str:
    closed = re.sub(r" (?=/?>$)", "", tag)
    return re.sub(r'class=" ?(.*?) ?"', r'class="\1"', closed)
