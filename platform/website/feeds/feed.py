"""News of all that a person follows, read when they ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from arena.models import Bot, Follow, Ladder, League, Tournament
from arena.people.models import TARGETS
from website.accounts.models import User
from website.feeds.items import (
    NEWEST,
    PAGE,
    FeedItem,
    Slice,
    Source,
    entries_on,
    matches_of,
    rounds_of,
    seasons_of,
    versions_of,
)


class FeedPage(NamedTuple):
    """Items, newest first, and the cursor of older ones, empty if there are none."""

    items: list[FeedItem]
    older: str


def own_feed(person: User, cursor: str = "") -> FeedPage:
    """Return a page of the person's feed: what they may see of what they follow."""
    return read_page(_sources(person), cursor)


def _sources(person: User) -> list[Source]:
    ids = _ids_followed(person)
    bots = Bot.objects.seen_by(person).filter(Q(pk__in=ids["bot"]) | Q(owner__in=ids["person"]))
    leagues = League.objects.seen_by(person).filter(pk__in=ids["league"])
    cups = Tournament.objects.seen_by(person).filter(
        Q(pk__in=ids["tournament"]) | Q(division__season__league__in=leagues)
    )
    ladders = Ladder.objects.seen_by(person).filter(pk__in=ids["ladder"])
    return [
        matches_of(bots, person),
        versions_of(bots, person),
        rounds_of(cups),
        seasons_of(leagues, person),
        entries_on(ladders, person),
    ]


def _ids_followed(person: User) -> dict[str, list[int]]:
    rows = list(Follow.objects.run_by(person).values_list(*TARGETS))
    return {
        kind: [row[number] for row in rows if row[number] is not None]
        for number, kind in enumerate(TARGETS)
    }


def read_page(sources: Sequence[Source], cursor: str = "") -> FeedPage:
    """Merge a page of all sources by time; the cursor has a key for each kind."""
    keys = _keys(cursor)
    slices = {source.kind: source.read(keys.get(source.kind, NEWEST)) for source in sources}
    taken = dict.fromkeys(slices, 0)
    found: list[FeedItem] = []
    while len(found) < PAGE and (kind := _next(slices, taken)):
        item = slices[kind].items[taken[kind]]
        taken[kind] += 1
        keys[kind] = item.pk
        found.append(item)
    for kind, one in slices.items():
        if taken[kind] == len(one.items):
            keys[kind] = one.rest
    is_more = any(taken[kind] < len(one.items) or one.rest for kind, one in slices.items())
    older = ".".join(f"{kind}-{keys[kind]}" for kind in slices if kind in keys)
    return FeedPage(found, older if is_more else "")


def _next(slices: dict[str, Slice], taken: dict[str, int]) -> str:
    """Return the kind with the newest item; empty if it cannot be known yet."""
    heads = {}
    for kind, one in slices.items():
        if taken[kind] < len(one.items):
            heads[kind] = one.items[taken[kind]].at
        elif one.rest:
            return ""
    return max(heads, key=lambda kind: heads[kind]) if heads else ""


def _keys(cursor: str) -> dict[str, int]:
    """Read a cursor, without what is none."""
    parts = [part.partition("-") for part in cursor[:200].split(".")]
    return {
        kind: min(int(key), NEWEST)
        for kind, _dash, key in parts
        if key.isascii() and key.isdecimal() and len(key) < 20
    }
