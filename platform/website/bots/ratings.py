"""Charts of ratings: their lines, and the points as JSON, by match or day."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from arena.models import Bot, Entry, RatingChange, VersionRating
from arena.ratings.trueskill import Rating, interval, ordinal
from website.bots.lookup import entry_or_404
from website.ladders import board
from website.ladders.trends import without_late

MOST = 1000
DAY, MATCH = "day", "match"
LENGTH = 10  # digits of a version number; more overflow the column
FIELDS = ("played_at", "mu_after", "sigma_after", "seat__version__number", "seat__match_id")


@dataclass(frozen=True)
class ChartSeries:
    name: str
    url: str
    history: str
    beside: str
    caption: str


def line(bot: Bot, entry: Entry, version: int = 0) -> ChartSeries:
    address = (bot.slug, entry.ladder.slug)
    points = reverse("bots:ratings", args=address)
    name = f"{bot.name} v{version}" if version else bot.name
    return ChartSeries(
        name=name,
        url=f"{points}?version={version}" if version else points,
        history=reverse("bots:history", args=address),
        beside=f"{reverse('bots:histories')}?ladder={entry.ladder.slug}",
        caption=caption(name, matches_and_rating(entry, version)),
    )


def matches_and_rating(entry: Entry, version: int = 0) -> tuple[int, Rating] | None:
    """Return (rated matches, rating), or None."""
    if not version:
        return (entry.matches, board.skill_of(entry)) if entry.matches else None
    own = version_ratings(entry, [version]).get(version)
    return (own.matches, own.skill) if own else None


def caption(name: str, counted: tuple[int, Rating] | None) -> str:
    if counted is None:
        return gettext("%(name)s has no rated matches yet.") % {"name": name}
    matches, skill = counted
    low, high = interval(skill)
    words = ngettext(
        "After %(count)d rated match %(name)s has a rating of %(rating)s, and a skill of"
        " %(low)s to %(high)s with 95 %% confidence.",
        "After %(count)d rated matches %(name)s has a rating of %(rating)s, and a skill of"
        " %(low)s to %(high)s with 95 %% confidence.",
        matches,
    )
    return words % {
        "count": matches,
        "name": name,
        "rating": floatformat(ordinal(skill), 2),
        "low": floatformat(low, 1),
        "high": floatformat(high, 1),
    }


def version_ratings(entry: Entry, numbers: Iterable[int]) -> dict[int, VersionRating]:
    """Return ratings by version number, without unrated ones."""
    rated = VersionRating.objects.filter(entry=entry, rating_run=entry.ladder.rating_run)
    rows = rated.filter(version__number__in=list(numbers)).select_related("version")
    return {row.version.number: row for row in rows}


class Point(NamedTuple):
    """`x`: match number, or day (UTC) in Unix seconds; no `match`: the present rating."""

    x: float
    rating: float
    mu: float
    low: float
    high: float
    version: int
    match: int | None


class Moved(NamedTuple):
    """A change in plain values, FIELDS after its number: 1000 model objects are slow."""

    number: int
    played_at: datetime
    mu: float
    sigma: float
    version: int
    match: int


@require_safe
def points(request: HttpRequest, slug: str, ladder: str) -> HttpResponse:
    """Return chart columns as JSON, `by` match or day, optionally of one `version`.

    The ETag depends on the present rating, so a hit reads no history.
    """
    entry = entry_or_404(request, slug, ladder)
    by = DAY if request.GET.get("by") == DAY else MATCH
    version = request.GET.get("version", "")
    now = *board.skill_of(entry), entry.bot.current_id, entry.ladder.fit_id
    key = f"{entry.pk} {entry.ladder.rating_run} {entry.matches} {now!r} {by} {version}"
    etag = f'"{hashlib.sha256(key.encode()).hexdigest()[:32]}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    asked = int(version) if version.isdecimal() and len(version) < LENGTH else None
    shown = by_day(entry, asked) if by == DAY else by_match(entry, asked)
    response = JsonResponse({"by": by, **columns(shown)})
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def columns(shown: Sequence[Point]) -> dict[str, list[Any]]:
    values = [list(column) for column in zip(*shown, strict=True)] or [[] for _ in Point._fields]
    return dict(zip(Point._fields, values, strict=True))


def by_match(entry: Entry, version: int | None = None) -> list[Point]:
    """Return the latest matches, and the present rating if it differs."""
    latest = _read(_history(entry).order_by("-serial")[:MOST])[::-1]
    first = entry.matches - len(latest) + 1
    moves = [moved._replace(number=number) for number, moved in enumerate(latest, first)]
    points = [_point(moved.number, moved) for moved in _of(moves, version)]
    now = _now(entry, version, entry.matches + 1)
    return [*points, now] if now and points and now[1:-1] != points[-1][1:-1] else points


def by_day(entry: Entry, version: int | None = None) -> list[Point]:
    """Return each day's last change, sampled if long, ending at the present."""
    history = _history(entry)
    if entry.matches > MOST:
        history = _sample(entry, history)
    last: dict[float, Moved] = {}
    for moved in _of(_read(history.order_by("serial")), version):
        day = datetime.combine(moved.played_at.astimezone(UTC).date(), time(tzinfo=UTC))
        last[day.timestamp()] = moved
    points = [_point(day, moved) for day, moved in last.items()]
    now = _now(entry, version, points[-1].x) if points else None
    return [*points[:-1], now] if now else points


def _of(moves: Sequence[Moved], version: int | None) -> list[Moved]:
    if version is None:
        return without_late(moves)
    return [moved for moved in moves if moved.version == version]


def _now(entry: Entry, version: int | None, x: float) -> Point | None:
    if version is not None:
        own = version_ratings(entry, [version]).get(version)
        return _at(x, own.skill, version, None) if own else None
    current = entry.bot.current
    return _at(x, board.skill_of(entry), current.number, None) if current else None


def _history(entry: Entry) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(entry=entry, rating_run=entry.ladder.rating_run)


def _sample(entry: Entry, history: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    """Take the last change at even serials: an index step each."""
    ends = [
        history.order_by(order).values_list("serial", flat=True).first() or 0
        for order in ("serial", "-serial")
    ]
    step = (ends[1] - ends[0]) / (MOST - 1)
    serials = {round(ends[0] + number * step) for number in range(MOST)}
    until = history.filter(serial__lte=OuterRef("serial")).order_by("-serial").values("pk")[:1]
    marks = entry.ladder.matches.filter(serial__in=serials)
    return RatingChange.objects.filter(pk__in=marks.values(change=Subquery(until)))


def _read(history: QuerySet[RatingChange]) -> list[Moved]:
    return [Moved(0, *row) for row in history.values_list(*FIELDS)]


def _point(x: float, moved: Moved) -> Point:
    return _at(x, Rating(moved.mu, moved.sigma), moved.version, moved.match)


def _at(x: float, skill: Rating, version: int, match: int | None) -> Point:
    numbers = (ordinal(skill), skill.mu, *interval(skill))
    rating, mu, low, high = (round(number, 3) for number in numbers)
    return Point(x, rating, mu, low, high, version, match)
