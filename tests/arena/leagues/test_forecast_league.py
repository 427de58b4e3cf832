"""The forecast for an organiser before a league is created."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from arena.core.errors import BadTerms
from arena.leagues.forecast_league import forecast_league
from arena.leagues.organise import make_league
from arena.leagues.terms import LeagueTerms, division_terms
from arena.models import Match, Worker
from arena.tournaments.estimate_tournament import estimate_tournament
from tests.arena.league_steps import a_league, made, terms
from tests.arena.results.rows import played
from tests.arena.tournament_steps import bots, opened
from tests.cast import a_ladder, olga
from website.tournaments.estimate import estimate, pace

pytestmark = pytest.mark.django_db


def measured(seconds: float) -> LeagueTerms:
    """Return terms on a ladder with a measured match time, and a machine with two slots."""
    ladder = a_ladder(state="paused")
    played(ladder, *bots(2, ladder))
    now = timezone.now()
    Match.objects.update(started_at=now - timedelta(seconds=seconds), finished_at=now)
    Worker.objects.create(host="here", slots=2, seen_at=now)
    return terms(ladder=ladder)


def test_matches_and_end_come_from_the_format_and_from_measured_times() -> None:
    usual = measured(20)
    forecast = forecast_league(terms=usual)
    assert (forecast.matches, forecast.rounds) == (12, 3)
    assert forecast.duration is not None
    at_once, one_by_one = timedelta(seconds=12 / 2 * 20), timedelta(seconds=12 * 20)
    assert at_once <= forecast.duration < one_by_one
    assert forecast.ends_at == forecast.starts_at + forecast.duration
    assert make_league(organiser=olga(), terms=usual).next_run_at == forecast.starts_at


def test_a_division_takes_as_long_as_a_cup_of_the_same_rounds() -> None:
    """A league's forecast, an organiser's estimate and a cup's page say the same time."""
    usual = replace(measured(20), divisions=1, promoted=0)
    forecast = forecast_league(terms=usual)
    cup = division_terms(terms=usual, season=1, level=1, starts_at=forecast.starts_at)
    told = estimate_tournament(terms=cup, entrants=usual.division_size)
    shown = estimate(cup, pace(cup), usual.division_size)
    assert forecast.duration == told.duration == shown.time is not None


def test_nothing_is_said_of_the_end_while_nothing_was_measured() -> None:
    forecast = forecast_league(terms=terms())
    assert (forecast.matches, forecast.duration, forecast.ends_at) == (12, None, None)


def test_what_cannot_be_a_league_has_no_forecast() -> None:
    with pytest.raises(BadTerms, match="never occurs"):
        forecast_league(terms=terms(schedule="0 0 31 2 *"))


def test_what_is_played_at_the_same_time_is_named_but_not_the_league_itself() -> None:
    usual = measured(3600)
    league = make_league(organiser=olga(), terms=usual)
    other = a_league(name="Sunday League", ladder=usual.ladder, schedule="10 18 * * FRI")
    a_league(name="Another day", ladder=usual.ladder, schedule="0 18 * * MON")
    start = forecast_league(terms=usual, league=league).starts_at
    made(league)
    opened(name="Friday Cup", entry_deadline=start, starts_at=start, ladder=usual.ladder)
    opened(name="Next Year", entry_deadline=start, starts_at=start + timedelta(days=300))
    found = forecast_league(terms=usual, league=league)
    assert [(one.kind, one.name) for one in found.clashes] == [
        ("tournament", "Friday Cup"),
        ("league", other.name),
    ]
