"""Search rows of the database: by the beginning of the name, by words, and by trigrams."""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.contrib.postgres.lookups import TrigramWordSimilar
from django.contrib.postgres.search import SearchQuery, SearchVectorField, TrigramWordSimilarity
from django.db import connection
from django.db.models import F, Func, Model, Q, QuerySet, Value
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from arena.core.search_index import HAS_TRIGRAMS, JOINED, WORD_COLUMNS, WORDS
from arena.models import Bot, Ladder, League, Tournament
from arena.models.name_key import contains, key_of
from website.accounts.models import User
from website.search.results import Asked, Result

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
        rows = self._rows(viewer)
        found = _that_begin(rows, self.start, self.key(asked.text))
        if len(found) < MOST:
            found |= {row.pk: row for row in _with_words(rows, asked)[:MOST]}
        for row in list(found.values())[:MOST]:
            yield self._result(asked, row)

    def find_similar(self, asked: Asked, viewer: Viewer) -> Iterator[Result]:
        """Yield rows with a similar word in their name, on PostgreSQL with trigrams."""
        for row in _similar(self._rows(viewer), asked):
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


def _that_begin(rows: Rows, column: str, key: str) -> dict[int, Any]:
    """Return rows by key, with that of this very name even if MOST others begin so."""
    if not key:
        return {}
    found = {row.pk: row for row in rows.filter(**{f"{column}__startswith": key})[:MOST]}
    if len(found) == MOST:
        found = {row.pk: row for row in rows.filter(**{column: key})} | found
    return found


def _with_words(rows: Rows, asked: Asked) -> Rows:
    """Select rows with all words; a word is the beginning of one, on SQLite any part."""
    if connection.vendor != "postgresql":
        return rows.filter(*(_has_part(rows.model, word) for word in asked.words))
    query = " & ".join(f"'{word}':*" for word in asked.words)
    words = Words(*map(F, columns_of(rows.model)))
    asked_for = SearchQuery(query, config="simple", search_type="raw")
    found: Rows = rows.alias(words=words).filter(words=asked_for)
    return found


def _has_part(model: type[Model], word: str) -> Q:
    return reduce(or_, (contains(name, word) for name in columns_of(model)))


def _similar(rows: Rows, asked: Asked) -> list[Any]:
    name = columns_of(rows.model)[0]
    text = asked.text[:LONGEST_ALIKE]
    alike = rows.filter(TrigramWordSimilar(F(name), Value(text)))
    found = alike.annotate(nearness=TrigramWordSimilarity(text, name))[:MOST_ALIKE]
    return sorted(found, key=lambda row: -row.nearness)[:MOST]


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
