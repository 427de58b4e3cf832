"""News as lines of a feed.

Each source is read when somebody asks, newest first, by its key; a page merges them by time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model, OuterRef, Q, QuerySet, Subquery
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import database_now
from arena.models import (
    Bot,
    Entry,
    Follow,
    Ladder,
    League,
    Match,
    Round,
    Season,
    Seat,
    Tournament,
    Version,
)
from arena.people.models import TARGETS
from website.accounts.models import User
from website.matches.lists import by_rank, listed_matches
from website.site.plain_text import show_invisible
from website.tournaments.decisions import load_knockouts, ties_text

PAGE = 30
NEWEST = 2**62  # a key above all
TRIES = 5  # pages of matches that are hidden or still to be played
LABELS = {
    "match": _("match"),
    "version": _("version"),
    "round": _("round"),
    "season": _("season"),
    "entry": _("new bot"),
}


class FeedItem(NamedTuple):
    """A line: what kind of row it is about, its key, when, its words, its page, and more words."""

    kind: str
    pk: int
    at: datetime
    title: str
    path: str
    more: str = ""

    @property
    def label(self) -> Promise:
        return LABELS[self.kind]


class Slice(NamedTuple):
    """Newest items below a key; older ones may lie below `rest`, 0: there are none."""

    items: list[FeedItem]
    rest: int


@dataclass(frozen=True)
class Source:
    """One kind of items; `read` takes the key below which to begin."""

    kind: str
    read: Callable[[int], Slice]


def floor_of(groups: QuerySet[Any], rows: QuerySet[Any], group: str, key: str, below: int) -> int:
    """Return a key above which lie the newest rows of all groups, a page or more if there is one.

    One index probe a group, however many rows it has.
    """
    inside = rows.filter(**{group: OuterRef("pk"), f"{key}__lt": below}).order_by(f"-{key}")
    floors = groups.order_by().annotate(floor=Subquery(inside.values(key)[PAGE : PAGE + 1]))
    return max((floor for floor in floors.values_list("floor", flat=True) if floor), default=0)


def _slice(rows: Iterable[Model], line: Callable[[Any], FeedItem], floor: int) -> Slice:
    """Put a page of rows in words."""
    page = list(rows)
    items = [line(row) for row in page[:PAGE]]
    return Slice(items, page[PAGE - 1].pk if len(page) > PAGE else floor and floor + 1)


def matches_of(bots: QuerySet[Bot], viewer: User | None) -> Source:
    """Finished matches of these bots, all versions."""
    versions = Version.objects.seen_by(viewer).filter(bot__in=bots)

    def read(below: int) -> Slice:
        for _try in range(TRIES):
            matches = _matches_below(versions, viewer, below)
            if matches.items or not matches.rest:
                break
            below = matches.rest
        return matches

    return Source("match", read)


def _matches_below(versions: QuerySet[Version], viewer: User | None, below: int) -> Slice:
    floor = floor_of(versions, Seat.objects.all(), "version", "match", below)
    seats = Seat.objects.filter(version__in=versions, match__lt=below, match__gt=floor)
    keys = sorted(set(seats.values_list("match", flat=True)), reverse=True)
    seen = listed_matches(viewer).without_trials().exclude(purpose=Match.Purpose.CHECK)
    played = seen.filter(pk__in=keys, status=Match.Status.FINISHED)
    return _slice(played[: PAGE + 1], _match_item, floor)


def matches_on(ladder: Ladder) -> Source:
    """Finished public matches of a ladder, without challenges."""
    matches = listed_matches().filter(
        ladder=ladder, purpose=Match.Purpose.LADDER, status=Match.Status.FINISHED
    )
    return Source(
        "match", lambda below: _slice(matches.filter(pk__lt=below)[: PAGE + 1], _match_item, 0)
    )


def _match_item(match: Match) -> FeedItem:
    seats = by_rank(match.seats.all())
    words = [f"{seat.version.bot.name} {floatformat(seat.points, '-1')}" for seat in seats]
    title = show_invisible(", ".join(words))
    if match.purpose == Match.Purpose.CHALLENGE:
        title = gettext("%(seats)s (challenge)") % {"seats": title}
    at = match.finished_at or match.created_at
    return FeedItem("match", match.pk, at, title, reverse("matches:detail", args=[match.pk]))


def versions_of(bots: QuerySet[Bot], viewer: User | None) -> Source:
    """New accepted versions of these bots."""
    versions = Version.objects.seen_by(viewer).accepted().filter(bot__in=bots)
    versions = versions.select_related("bot").defer("failure", "note").order_by("-pk")
    return _source_by_key("version", versions, _version_item)


def _version_item(version: Version) -> FeedItem:
    words = gettext("%(bot)s: version %(number)d")
    title = words % {"bot": show_invisible(version.bot.name), "number": version.number}
    path = reverse("bots:version", args=[version.bot.slug, version.number])
    return FeedItem("version", version.pk, version.created_at, title, path)


def rounds_of(tournaments: QuerySet[Tournament]) -> Source:
    """Rounds of these tournaments: begun, and with their results."""
    now = database_now()
    rows = Round.objects.filter(tournament__in=tournaments)
    rows = rows.select_related("tournament").order_by("-pk")

    def read(below: int) -> Slice:
        rounds = list(rows.filter(pk__lt=below)[: PAGE + 1])
        load_knockouts(
            [
                played
                for played in rounds[:PAGE]
                if _has_results(played, now) and played.tournament.is_knockout(played.stage)
            ]
        )
        return _slice(rounds, lambda played: _round_item(played, now), 0)

    return Source("round", read)


def _has_results(played: Round, now: datetime) -> bool:
    return played.finished_at is not None and played.is_revealed(now)


def _round_item(played: Round, now: datetime) -> FeedItem:
    tournament = played.tournament
    params = {"tournament": show_invisible(tournament.name), "number": played.number}
    at = played.started_at
    title, more = gettext("%(tournament)s: round %(number)d has begun"), ""
    if played.finished_at is not None and _has_results(played, now):
        at = max(played.finished_at, played.reveal_at or played.finished_at)
        title = gettext("%(tournament)s: results of round %(number)d")
        more = show_invisible(ties_text(played)) if tournament.is_knockout(played.stage) else ""
    path = reverse("tournaments:detail", args=[tournament.slug])
    return FeedItem("round", played.pk, at, title % params, f"{path}?round={played.number}", more)


def seasons_of(leagues: QuerySet[League], viewer: User | None) -> Source:
    """Seasons of these leagues: made, and with their champions."""
    seasons = Season.objects.seen_by(viewer).filter(league__in=leagues)
    seasons = seasons.select_related("league", "champion").order_by("-pk")
    return _source_by_key("season", seasons, _season_item)


def _season_item(season: Season) -> FeedItem:
    params = {"league": show_invisible(season.league.name), "number": season.number}
    title = gettext("%(league)s: season %(number)d") % params
    if season.champion is not None:
        params["name"] = show_invisible(season.champion.name)
        title = gettext("%(league)s: %(name)s wins season %(number)d") % params
    path = reverse("leagues:season", args=[season.league.slug, season.number])
    at = season.finished_at or season.created_at
    return FeedItem("season", season.pk, at, title, path)


def entries_on(ladders: QuerySet[Ladder], viewer: User | None) -> Source:
    """Bots that have entered these ladders."""
    seen = Entry.objects.seen_by(viewer).filter(ladder__in=ladders, bot__is_house=False)

    def read(below: int) -> Slice:
        floor = floor_of(ladders, Entry.objects.seen_by(viewer), "ladder", "pk", below)
        entries = seen.filter(pk__lt=below, pk__gt=floor).select_related("bot", "ladder")
        return _slice(entries.order_by("-pk")[: PAGE + 1], _entry_item, floor)

    return Source("entry", read)


def _entry_item(entry: Entry) -> FeedItem:
    words = gettext("%(bot)s has entered “%(ladder)s”")
    names = {"bot": entry.bot.name, "ladder": entry.ladder.name}
    title = words % {key: show_invisible(name) for key, name in names.items()}
    path = reverse("bots:detail", args=[entry.bot.slug])
    return FeedItem("entry", entry.pk, entry.created_at, title, path)


def _source_by_key(kind: str, rows: QuerySet[Any], line: Callable[[Any], FeedItem]) -> Source:
    return Source(kind, lambda below: _slice(rows.filter(pk__lt=below)[: PAGE + 1], line, 0))


class FeedPage(NamedTuple):
    """Items, newest first, and the cursor of older ones, empty if there are none."""

    items: list[FeedItem]
    older: str


def own_feed(person: User, cursor: str = "") -> FeedPage:
    """Return a page of the person's feed: what they may see of what they follow."""
    rows = list(Follow.objects.run_by(person).values_list(*TARGETS))
    ids = {
        kind: [row[number] for row in rows if row[number] is not None]
        for number, kind in enumerate(TARGETS)
    }
    bots = Bot.objects.seen_by(person).filter(Q(pk__in=ids["bot"]) | Q(owner__in=ids["person"]))
    leagues = League.objects.seen_by(person).filter(pk__in=ids["league"])
    cups = Tournament.objects.seen_by(person).filter(
        Q(pk__in=ids["tournament"]) | Q(division__season__league__in=leagues)
    )
    ladders = Ladder.objects.seen_by(person).filter(pk__in=ids["ladder"])
    sources = [
        matches_of(bots, person),
        versions_of(bots, person),
        rounds_of(cups),
        seasons_of(leagues, person),
        entries_on(ladders, person),
    ]
    return read_page(sources, cursor)


def read_page(sources: Sequence[Source], cursor: str = "") -> FeedPage:
    """Merge a page of all sources by time; the cursor has a key for each kind."""
    keys = _read_cursor(cursor)
    slices = {source.kind: source.read(keys.get(source.kind, NEWEST)) for source in sources}
    taken = dict.fromkeys(slices, 0)
    items: list[FeedItem] = []
    while len(items) < PAGE and (kind := _newest_kind(slices, taken)):
        item = slices[kind].items[taken[kind]]
        taken[kind] += 1
        keys[kind] = item.pk
        items.append(item)
    for kind, read in slices.items():
        if taken[kind] == len(read.items):
            keys[kind] = read.rest
    is_more = any(taken[kind] < len(read.items) or read.rest for kind, read in slices.items())
    older = ".".join(f"{kind}-{keys[kind]}" for kind in slices if kind in keys)
    return FeedPage(items, older if is_more else "")


def _newest_kind(slices: dict[str, Slice], taken: dict[str, int]) -> str:
    """Return the kind with the newest item; empty if it cannot be known yet."""
    heads = {}
    for kind, read in slices.items():
        if taken[kind] < len(read.items):
            heads[kind] = read.items[taken[kind]].at
        elif read.rest:
            return ""
    return max(heads, key=lambda kind: heads[kind]) if heads else ""


def _read_cursor(cursor: str) -> dict[str, int]:
    """Return the keys by kind, without what is no key."""
    parts = [part.partition("-") for part in cursor[:200].split(".")]
    return {
        kind: min(int(key), NEWEST)
        for kind, _dash, key in parts
        if key.isascii() and key.isdecimal() and len(key) < 20
    }
