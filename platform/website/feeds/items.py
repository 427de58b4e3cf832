"""News as lines of a feed, by source: each is read newest first, by its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import database_now
from arena.models import Bot, Entry, Ladder, League, Match, Round, Season, Seat, Tournament, Version
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
    found = list(rows)
    shown = [line(row) for row in found[:PAGE]]
    return Slice(shown, found[PAGE - 1].pk if len(found) > PAGE else floor and floor + 1)


def matches_of(bots: QuerySet[Bot], viewer: User | None) -> Source:
    """Finished matches of these bots, all versions."""
    versions = Version.objects.seen_by(viewer).filter(bot__in=bots)

    def read(below: int) -> Slice:
        for _try in range(TRIES):
            found = _matches_below(versions, viewer, below)
            if found.items or not found.rest:
                break
            below = found.rest
        return found

    return Source("match", read)


def _matches_below(versions: QuerySet[Version], viewer: User | None, below: int) -> Slice:
    floor = floor_of(versions, Seat.objects.all(), "version", "match", below)
    seats = Seat.objects.filter(version__in=versions, match__lt=below, match__gt=floor)
    keys = sorted(set(seats.values_list("match", flat=True)), reverse=True)
    found = listed_matches(viewer).without_trials().exclude(purpose=Match.Purpose.CHECK)
    played = found.filter(pk__in=keys, status=Match.Status.FINISHED)
    return _slice(played[: PAGE + 1], _match, floor)


def matches_on(ladder: Ladder) -> Source:
    """Finished public matches of a ladder, without challenges."""
    found = listed_matches().filter(
        ladder=ladder, purpose=Match.Purpose.LADDER, status=Match.Status.FINISHED
    )
    return Source("match", lambda below: _slice(found.filter(pk__lt=below)[: PAGE + 1], _match, 0))


def _match(match: Match) -> FeedItem:
    seats = by_rank(match.seats.all())
    words = [f"{seat.version.bot.name} {floatformat(seat.points, '-1')}" for seat in seats]
    title = show_invisible(", ".join(words))
    if match.purpose == Match.Purpose.CHALLENGE:
        title = gettext("%(seats)s (challenge)") % {"seats": title}
    at = match.finished_at or match.created_at
    return FeedItem("match", match.pk, at, title, reverse("matches:detail", args=[match.pk]))


def versions_of(bots: QuerySet[Bot], viewer: User | None) -> Source:
    """New accepted versions of these bots."""
    found = Version.objects.seen_by(viewer).accepted().filter(bot__in=bots).select_related("bot")
    found = found.defer("failure", "note").order_by("-pk")
    return _source_by_key("version", found, _version)


def _version(version: Version) -> FeedItem:
    words = gettext("%(bot)s: version %(number)d")
    title = words % {"bot": show_invisible(version.bot.name), "number": version.number}
    path = reverse("bots:version", args=[version.bot.slug, version.number])
    return FeedItem("version", version.pk, version.created_at, title, path)


def rounds_of(tournaments: QuerySet[Tournament]) -> Source:
    """Rounds of these tournaments: begun, and with their results."""
    found = Round.objects.filter(tournament__in=tournaments).select_related("tournament")
    found, now = found.order_by("-pk"), database_now()

    def read_slice(below: int) -> Slice:
        rounds = list(found.filter(pk__lt=below)[: PAGE + 1])
        shown = [one for one in rounds[:PAGE] if _has_results(one, now)]
        load_knockouts([one for one in shown if one.tournament.is_knockout(one.stage)])
        return _slice(rounds, lambda one: _round(one, now), 0)

    return Source("round", read_slice)


def _has_results(one: Round, now: datetime) -> bool:
    return one.finished_at is not None and one.is_revealed(now)


def _round(one: Round, now: datetime) -> FeedItem:
    params = {"tournament": show_invisible(one.tournament.name), "number": one.number}
    at = one.started_at
    title, more = gettext("%(tournament)s: round %(number)d has begun"), ""
    if one.finished_at is not None and _has_results(one, now):
        at = max(one.finished_at, one.reveal_at or one.finished_at)
        title = gettext("%(tournament)s: results of round %(number)d")
        more = show_invisible(ties_text(one)) if one.tournament.is_knockout(one.stage) else ""
    path = reverse("tournaments:detail", args=[one.tournament.slug])
    return FeedItem("round", one.pk, at, title % params, f"{path}?round={one.number}", more)


def seasons_of(leagues: QuerySet[League], viewer: User | None) -> Source:
    """Seasons of these leagues: made, and with their champions."""
    found = Season.objects.seen_by(viewer).filter(league__in=leagues)
    return _source_by_key(
        "season", found.select_related("league", "champion").order_by("-pk"), _season
    )


def _season(season: Season) -> FeedItem:
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
        found = seen.filter(pk__lt=below, pk__gt=floor).select_related("bot", "ladder")
        return _slice(found.order_by("-pk")[: PAGE + 1], _entry, floor)

    return Source("entry", read)


def _entry(entry: Entry) -> FeedItem:
    words = gettext("%(bot)s has entered “%(ladder)s”")
    names = {"bot": entry.bot.name, "ladder": entry.ladder.name}
    title = words % {name: show_invisible(one) for name, one in names.items()}
    path = reverse("bots:detail", args=[entry.bot.slug])
    return FeedItem("entry", entry.pk, entry.created_at, title, path)


def _source_by_key(kind: str, rows: QuerySet[Any], line: Callable[[Any], FeedItem]) -> Source:
    return Source(kind, lambda below: _slice(rows.filter(pk__lt=below)[: PAGE + 1], line, 0))
