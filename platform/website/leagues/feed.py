"""Seasons as an iCalendar feed (RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from icalendar import Calendar, Event

from arena.core.database_clock import database_now
from arena.leagues.schedule import BadSchedule
from arena.models import League, Season

COMING = 8  # future starts per league
PAST = 52  # latest seasons per league


def calendar_of(request: HttpRequest, leagues: Iterable[League], name: str) -> HttpResponse:
    """Return these leagues' calendar to subscribe to."""
    calendar = Calendar()
    calendar.add("prodid", "-//Kingsbench//Leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    for league in leagues:
        for event in _events(request, league):
            calendar.add_component(event)
    response = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="kingsbench.ics"'
    return response


def _events(request: HttpRequest, league: League) -> Iterator[Event]:
    seasons = league.seasons.select_related("champion").order_by("-number")[:PAST]
    for season in reversed(seasons):
        yield _season_event(request, league, season)
    begun = {season.starts_at for season in seasons}
    for start in _coming_starts(league):
        if start not in begun:
            summary = gettext("%(league)s: season start") % {"league": league.name}
            yield _event(request, league, start, summary, league.created_at)


def _season_event(request: HttpRequest, league: League, season: Season) -> Event:
    params = {"league": league.name, "number": season.number}
    event = _event(
        request,
        league,
        season.starts_at,
        gettext("%(league)s, season %(number)d") % params,
        season.finished_at or season.created_at,
    )
    if season.finished_at is not None and season.finished_at > season.starts_at:
        event.add("dtend", _whole(season.finished_at))
    if season.champion is not None:
        words = gettext("Champion: %(name)s") % {"name": season.champion.name}
        event.add("description", words)
    return event


def _event(
    request: HttpRequest, league: League, start: datetime, summary: str, changed: datetime
) -> Event:
    """Identify events by league and start, so that a start stays the same event as a season."""
    event = Event()
    moment = start.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    event.add("uid", f"league-{league.pk}-{moment}@{platform_id()}.kingsbench")
    event.add("dtstamp", _whole(changed))
    event.add("dtstart", _whole(start))
    event.add("summary", summary)
    event.add("url", request.build_absolute_uri(reverse("leagues:detail", args=[league.slug])))
    return event


def platform_id() -> str:
    """Identify this platform under any host name."""
    return salted_hmac("website.leagues.feed", "uid").hexdigest()[:16]


def _coming_starts(league: League) -> list[datetime]:
    """Return the next start, even if missed, and later ones."""
    if league.next_run_at is None:
        return []
    try:
        after = league.calendar.starts(max(league.next_run_at, database_now()))
    except BadSchedule:
        return [league.next_run_at]
    return [league.next_run_at, *islice(after, COMING - 1)]


def _whole(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)
