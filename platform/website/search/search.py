"""Search the whole site: rows of the database, cards and the handbook.

Rows are found by the beginning of their name, by words, and by trigrams. Cards and the handbook,
which have no rows, are searched in both languages.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, reduce
from html import unescape
from operator import or_
from typing import Any, NamedTuple

from django.contrib.postgres.lookups import TrigramWordSimilar
from django.contrib.postgres.search import SearchQuery, SearchVectorField, TrigramWordSimilarity
from django.db import connection
from django.db.models import F, Func, Model, QuerySet, Value
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from arena.core.search_index import HAS_TRIGRAMS, JOINED, WORD_COLUMNS, WORDS
from arena.models import Bot, Ladder, League, Tournament
from arena.models.name_key import contains, key_of
from website.accounts.models import User
from website.games.dominion.card_view import CardView, by_name, card_view_of, card_views, search_key
from website.handbook.library import DOCS
from website.search.results import Asked, Result
from website.site.language import other_language, reader_language

MOST = 100  # rows of a kind
MOST_ALIKE = 500  # rows with a similar name of which the nearest are taken
LONGEST_ALIKE = 40  # signs that are compared: each costs time
LEAST_ALIKE = 0.45  # of 1; PostgreSQL's own limit misses two letters swapped in a short name
SET_LEAST = "SELECT set_config('pg_trgm.word_similarity_threshold', %s, false), show_trgm(%s)"

Viewer = User | None
Rows = QuerySet[Any]


class Words(Func):
    """A row's text as its index of words has it."""

    arg_joiner = JOINED
    template = WORDS.format("%(expressions)s")
    output_field = SearchVectorField()


class Source(NamedTuple):
    """A kind of rows.

    `start` is the indexed column by which names that begin so are found; `key` folds a name for it.
    """

    kind: str
    label: Promise | str
    seen: Callable[[Viewer], Rows]
    start: str
    key: Callable[[str], str]
    page: str
    address: str = "slug"

    def find(self, asked: Asked, viewer: Viewer) -> Iterator[Result]:
        """Yield rows with all words that the viewer may see, at most MOST."""
        rows, key = self._rows(viewer), self.key(asked.text)
        found: dict[int, Any] = {}
        if key:
            begin = rows.filter(**{f"{self.start}__startswith": key})
            found = {row.pk: row for row in begin[:MOST]}
        if len(found) == MOST:  # the row of this very name may not be among them
            found = {row.pk: row for row in rows.filter(**{self.start: key})} | found
        if len(found) < MOST:
            found |= {row.pk: row for row in _with_words(rows, asked)[:MOST]}
        for row in list(found.values())[:MOST]:
            yield self._result(asked, row)

    def find_similar(self, asked: Asked, viewer: Viewer) -> Iterator[Result]:
        """Yield rows with a similar word in their name, on PostgreSQL with trigrams."""
        rows, text = self._rows(viewer), asked.text[:LONGEST_ALIKE]
        name = columns_of(rows.model)[0]
        alike = rows.filter(TrigramWordSimilar(F(name), Value(text)))
        with_nearness = alike.annotate(nearness=TrigramWordSimilarity(text, name))[:MOST_ALIKE]
        for row in sorted(with_nearness, key=lambda row: -row.nearness)[:MOST]:
            yield self._result(asked, row, row.nearness)

    def _rows(self, viewer: Viewer) -> Rows:
        rows = self.seen(viewer)
        return rows.only(self.address, *columns_of(rows.model))

    def _result(self, asked: Asked, row: Any, nearness: float = 0.0) -> Result:
        name, text = (getattr(row, column) for column in columns_of(type(row)))
        url = reverse(self.page, args=[getattr(row, self.address)])
        return Result(asked, self.kind, self.label, name, url, text, nearness=nearness)


def columns_of(model: type[Model]) -> tuple[str, ...]:
    return WORD_COLUMNS[model._meta.db_table]


def active_people(_viewer: Viewer) -> QuerySet[User]:
    return User.objects.filter(is_active=True)


def _with_words(rows: Rows, asked: Asked) -> Rows:
    """Select rows with all words; a word is the beginning of one, on SQLite any part."""
    columns = columns_of(rows.model)
    if connection.vendor != "postgresql":
        for word in asked.words:
            rows = rows.filter(reduce(or_, (contains(name, word) for name in columns)))
        return rows
    query = " & ".join(f"'{word}':*" for word in asked.words)
    asked_for = SearchQuery(query, config="simple", search_type="raw")
    fitting: Rows = rows.alias(words=Words(*map(F, columns))).filter(words=asked_for)
    return fitting


def can_be_similar(text: str) -> bool:
    """Return whether the database finds names similar to this; prepare the connection for it.

    A text without trigrams, as other scripts are to some locales, would be compared with all names.
    """
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(HAS_TRIGRAMS)
        is_there = bool(cursor.fetchone()[0])
        if is_there:
            cursor.execute(SET_LEAST, [str(LEAST_ALIKE), text[:LONGEST_ALIKE]])
            is_there = bool(cursor.fetchone()[1])
    return is_there


BOT = Source("bot", _("Bot"), Bot.objects.seen_by, "name_key", key_of, "bots:detail")
PERSON = Source("person", _("Person"), active_people, "name_key", key_of, "person", "username")
COMPETITIONS = (
    Source("ladder", _("Ladder"), Ladder.objects.seen_by, "slug", slugify, "ladders:leaderboard"),
    Source(
        "tournament",
        _("Tournament"),
        Tournament.objects.seen_by,
        "slug",
        slugify,
        "tournaments:detail",
    ),
    Source("league", _("League"), League.objects.seen_by, "slug", slugify, "leagues:detail"),
)


FIRST = 10  # results of a group, if all groups are shown


@dataclass(frozen=True)
class Group:
    """Results of one kind, the best first."""

    name: str
    title: Promise | str
    results: list[Result]
    count: int

    @property
    def is_more(self) -> bool:
        """Return whether there may be more than were counted."""
        return self.count >= MOST

    @property
    def has_hidden(self) -> bool:
        return self.count > len(self.results)


SOURCES = {"bots": [BOT], "people": [PERSON], "competitions": COMPETITIONS}
TITLES: dict[str, Promise | str] = {
    "bots": _("Bots"),
    "people": _("People"),
    "competitions": _("Competitions"),
    "cards": _("Cards"),
    "handbook": _("Handbook"),
}


def search(text: str, viewer: Viewer, *, only: str = "") -> list[Group]:
    """Return groups with results, the one with the best first; `only` one, and then all of it.

    Similar names are looked for if nothing has the words.
    """
    asked = Asked(text)
    if not asked.words:
        return []
    names, most = ([only], MOST) if only else (list(TITLES), FIRST)
    groups = [_group(name, _find(name, asked, viewer), most) for name in names]
    if not any(group.results for group in groups):
        trigrams = can_be_similar(asked.text)
        groups = [
            _group(name, _find_similar(name, asked, viewer, trigrams), most) for name in names
        ]
    with_results = [group for group in groups if group.results]
    return sorted(with_results, key=lambda group: -group.results[0].fit)


def _find(name: str, asked: Asked, viewer: Viewer) -> Iterator[Result]:
    if name == "cards":
        yield from find_cards(asked)
    elif name == "handbook":
        yield from find_sections(asked)
    for source in SOURCES.get(name, ()):
        yield from source.find(asked, viewer)


def _find_similar(name: str, asked: Asked, viewer: Viewer, trigrams: bool) -> Iterator[Result]:
    if name == "cards":
        yield from find_similar_cards(asked)
    for source in SOURCES.get(name, ()) if trigrams else ():
        yield from source.find_similar(asked, viewer)


def _group(name: str, found: Iterable[Result], most: int) -> Group:
    best = sorted(found, key=lambda result: result.order)[:MOST]
    return Group(name, TITLES[name], best[:most], len(best))


HEADING = re.compile(r'<h[23] id="([^"]+)">(.*?)</h[23]>', re.DOTALL)


class Section(NamedTuple):
    """A part of a handbook page; the part before the first heading has no anchor."""

    slug: str
    anchor: str
    title: str
    text: str
    folded: str


def find_cards(asked: Asked) -> Iterator[Result]:
    """Yield cards with all words in one of their languages."""
    for view, folded in _cards(reader_language()):
        if asked.is_in(folded):
            yield _of_card(asked, view)


def find_similar_cards(asked: Asked) -> Iterator[Result]:
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


def find_sections(asked: Asked) -> Iterator[Result]:
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
    sections = []
    for slug, doc in DOCS.items():
        before, *rest = HEADING.split(doc.page_in(language).body)
        parts = zip(rest[::3], rest[1::3], rest[2::3], strict=True)
        for anchor, heading, html in [("", "", before), *parts]:
            title, text = _plain(heading), _plain(html)
            folded = search_key(f"{title}\n{text}")
            sections.append(Section(slug, anchor, title, text, folded))
    return sections


def _plain(html: str) -> str:
    return unescape(strip_tags(html)).strip()
