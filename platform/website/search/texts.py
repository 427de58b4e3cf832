"""Search what has no rows: cards and the handbook, in both languages."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from html import unescape
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy as _

from website.games.dominion.card_view import CardView, by_name, card_view_of, card_views, search_key
from website.handbook.library import DOCS
from website.search.results import Asked, Result
from website.site.language import other_language, reader_language

HEADING = re.compile(r'<h[23] id="([^"]+)">(.*?)</h[23]>', re.DOTALL)


class Section(NamedTuple):
    """A part of a handbook page; the part before the first heading has no anchor."""

    slug: str
    anchor: str
    title: str
    text: str
    folded: str


def cards(asked: Asked) -> Iterator[Result]:
    """Yield cards with all words in one of their languages."""
    for view, folded in _cards(reader_language()):
        if asked.is_in(folded):
            yield _of_card(asked, view)


def similar_cards(asked: Asked) -> Iterator[Result]:
    """Yield cards with a similar name, the nearest first."""
    known = by_name()
    names = get_close_matches(asked.key, known, n=3)
    views = dict.fromkeys(card_view_of(known[name]) for name in names)
    for place, view in enumerate(views, 1):
        yield _of_card(asked, view, 1 / place)


def _of_card(asked: Asked, view: CardView, nearness: float = 0.0) -> Result:
    also = view.other.name if view.other.name != view.name else ""
    url = reverse("cards:detail", args=[view.slug])
    text = view.card.text_in(view.language)
    return Result(asked, "card", _("Card"), view.name, url, text, also, nearness)


@cache
def _cards(language: str) -> list[tuple[CardView, str]]:
    """Return cards with their texts in both languages, folded."""
    return [
        (view, f"{view.search_text}\n{view.other.search_text}")
        for view in card_views(language).values()
    ]


def handbook(asked: Asked) -> Iterator[Result]:
    """Yield sections in the reader's language, and pages that have the words in the other."""
    language = reader_language()
    pages = set()
    for section in _sections(language):
        if asked.is_in(section.folded):
            pages.add(section.slug)
            yield _of_handbook(asked, section, f"#{section.anchor}" if section.anchor else "")
    for section in _sections(other_language(language)):
        if section.slug not in pages and asked.is_in(section.folded):
            pages.add(section.slug)
            yield _of_handbook(asked, section, "")


def _of_handbook(asked: Asked, section: Section, anchor: str) -> Result:
    doc = DOCS[section.slug]
    url = reverse("handbook:page", args=[section.slug]) + anchor
    title = f"{doc.title}: {section.title}" if anchor else str(doc.title)
    return Result(asked, "handbook", _("Handbook"), title, url, section.text)


@cache
def _sections(language: str) -> list[Section]:
    return [
        Section(slug, anchor, title, text, search_key(f"{title}\n{text}"))
        for slug, doc in DOCS.items()
        for anchor, title, text in _parts(doc.page_in(language).body)
    ]


def _parts(body: str) -> Iterator[tuple[str, str, str]]:
    """Yield anchor, title and text of a page's parts."""
    before, *rest = HEADING.split(body)
    yield "", "", _plain(before)
    for anchor, title, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        yield anchor, _plain(title), _plain(text)


def _plain(html: str) -> str:
    return unescape(strip_tags(html)).strip()
