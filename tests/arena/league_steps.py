"""Leagues for tests, advanced by a clock that the test sets."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from arena.leagues.organise import make_league
from arena.leagues.seasons import run_leagues
from arena.leagues.terms import LeagueTerms
from arena.models import Division, League, Season, Tournament
from arena.tournaments.lifecycle import run_tournaments
from tests.arena.tournament_steps import by_lot, play_out
from tests.cast import a_ladder, olga

HOUR, WEEK = timedelta(hours=1), timedelta(weeks=1)
SOON = timedelta(seconds=1)


def terms(**changed: Any) -> LeagueTerms:
    """Fridays at six in Berlin, two divisions of four, one goes up; the fields given differ."""
    usual: dict[str, Any] = {
        "name": "Royal League",
        "game": "dominion",
        "config": {"kingdom": "First Game"},
        "games_per_match": 2,
        "divisions": 2,
        "division_size": 4,
        "promoted": 1,
        "schedule": "0 18 * * FRI",
        "time_zone": "Europe/Berlin",
    }
    if "ladder" not in changed:
        usual["ladder"] = a_ladder(state="paused")
    return LeagueTerms(**(usual | changed))


def a_league(**changed: Any) -> League:
    """A league on these terms."""
    return make_league(organiser=olga(), terms=terms(**changed))


def tick(now: datetime) -> None:
    """Run the beat's tasks for leagues and tournaments."""
    run_leagues(now=now)
    run_tournaments(now=now)


def next_start(league: League) -> datetime:
    """Reload the league and return its next season's start."""
    league.refresh_from_db()
    start: datetime | None = league.next_run_at
    assert start is not None
    return start


def made(league: League) -> Season:
    """The next season, made at the moment at which versions are frozen."""
    tick(next_start(league) - league.freeze)
    return league.seasons.get(number=league.seasons.count())


def played(league: League) -> Season:
    """The next season, played to its end."""
    season = made(league)
    tick(season.starts_at)
    for division in season.divisions.all():
        play_out(as_played(division), by_lot)
    tick(season.starts_at + SOON)
    season.refresh_from_db()
    return season


def as_played(division: Division) -> Tournament:
    """The division's tournament."""
    assert division.tournament is not None
    return division.tournament


def bots_of(season: Season) -> list[list[str]]:
    """Return each division's bot names in order of entry."""
    return [
        [one.bot.name for one in as_played(division).entrants.order_by("pk")]
        for division in season.divisions.all()
    ]


def at(text: str) -> datetime:
    """A moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
