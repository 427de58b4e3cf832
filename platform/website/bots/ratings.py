"""How ratings moved, as numbers for a chart: each of the latest matches, or each day."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from arena.models import Entry, Match, RatingChange
from arena.ratings.trueskill import Rating, interval, ordinal
from website.bots.lookup import entry_or_404

MOST = 1000
DAY, MATCH = "day", "match"


class Point(NamedTuple):
    """What a bot was believed to be after a match; `x` is the number of the match among its own, or
    the day (UTC) in seconds since 1970."""

    x: float
    rating: float
    mu: float
    low: float
    high: float
    version: int
    match: int


class Moved(NamedTuple):
    """A rating after a match, in plain values: a chart of a thousand matches makes no models."""

    played_at: datetime
    mu: float
    sigma: float
    version: int
    match: int


FIELDS = ("played_at", "mu_after", "sigma_after", "seat__version__number", "seat__match_id")


@require_safe
def points(request: HttpRequest, slug: str, ladder: str) -> HttpResponse:
    """The columns of a chart as JSON: `by` a match or a day, of one `version` alone or of all.

    The ETag is known without reading the history: nothing moves without another match.
    """
    entry = entry_or_404(request, slug, ladder)
    by = DAY if request.GET.get("by") == DAY else MATCH
    version = request.GET.get("version", "")
    key = f"{entry.pk} {entry.ladder.epoch} {entry.matches} {by} {version}"
    etag = f'"{hashlib.sha256(key.encode()).hexdigest()[:32]}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    shown = by_day(entry) if by == DAY else by_match(entry)
    if version.isdecimal():
        shown = [point for point in shown if point.version == int(version)]
    response = JsonResponse({"by": by, **columns(shown)})
    response["ETag"] = etag
    patch_cache_control(response, no_cache=True)
    return response


def columns(shown: Sequence[Point]) -> dict[str, list[Any]]:
    """The points as lists by name."""
    values = [list(column) for column in zip(*shown, strict=True)] or [[] for _ in Point._fields]
    return dict(zip(Point._fields, values, strict=True))


def by_match(entry: Entry) -> list[Point]:
    """The latest matches, every one of them."""
    latest = _read(_history(entry).order_by("-serial")[:MOST])
    return [_point(entry.matches - back, moved) for back, moved in reversed([*enumerate(latest)])]


def by_day(entry: Entry) -> list[Point]:
    """The last change of each day from the first on; of a long history, of those that are drawn
    from it at even steps."""
    history = _history(entry)
    if entry.matches > MOST:
        history = _thinned(entry, history)
    last: dict[float, Moved] = {}
    for moved in _read(history.order_by("serial")):
        day = datetime.combine(moved.played_at.astimezone(UTC).date(), time(tzinfo=UTC))
        last[day.timestamp()] = moved
    return [_point(day, moved) for day, moved in last.items()]


def _history(entry: Entry) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(entry=entry, epoch=entry.ladder.epoch)


def _thinned(entry: Entry, history: QuerySet[RatingChange]) -> "QuerySet[RatingChange]":
    """For each of some serials at even distances the last change until then: a step in an index
    for each, however long the history is."""
    ends = [
        history.order_by(order).values_list("serial", flat=True).first() or 0
        for order in ("serial", "-serial")
    ]
    step = (ends[1] - ends[0]) / (MOST - 1)
    serials = {round(ends[0] + number * step) for number in range(MOST)}
    until = history.filter(serial__lte=OuterRef("serial")).order_by("-serial").values("pk")[:1]
    marks = Match.objects.filter(ladder=entry.ladder_id, serial__in=serials)
    return RatingChange.objects.filter(pk__in=marks.values(change=Subquery(until)))


def _read(history: QuerySet[RatingChange]) -> list[Moved]:
    return [Moved(*row) for row in history.values_list(*FIELDS)]


def _point(x: float, moved: Moved) -> Point:
    skill = Rating(moved.mu, moved.sigma)
    low, high = interval(skill)
    numbers = (ordinal(skill), skill.mu, low, high)
    rating, mu, low, high = (round(number, 3) for number in numbers)
    return Point(x, rating, mu, low, high, moved.version, moved.match)
