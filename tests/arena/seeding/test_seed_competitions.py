"""A new platform begins with a tournament and a league."""

from datetime import timedelta

import pytest

from arena.core.database_clock import database_now
from arena.leagues.seasons import run_leagues
from arena.models import League, Season, Tournament
from arena.seeding.seed_platform import DELAY, seed_platform
from arena.tournaments.lifecycle import run_tournaments
from kit.bots import house_bots
from tests.arena.tournament_steps import by_lot, play_out

pytestmark = pytest.mark.django_db


def seed(**chosen: bool) -> None:
    seed_platform(samples=house_bots().values(), **chosen)


def test_both_are_played_to_their_end_right_after_the_first_matches() -> None:
    seed()
    now = database_now()
    run_leagues(now=now)
    run_tournaments(now=now)
    assert not Tournament.objects.going_on().exists(), "ladders come first"
    assert not Season.objects.exists()
    soon = now + DELAY + timedelta(seconds=1)
    run_leagues(now=soon)
    run_tournaments(now=soon)
    assert Tournament.objects.going_on().count() == 2
    for tournament in Tournament.objects.all():
        play_out(tournament, by_lot)
    run_leagues(now=soon)
    assert set(Tournament.objects.values_list("state", flat=True)) == {"finished"}
    champion = Season.objects.get().champion
    assert champion is not None
    assert champion.is_house


def test_the_next_season_comes_by_the_calendar() -> None:
    seed()
    run_leagues(now=database_now() + DELAY + timedelta(seconds=1))
    league = League.objects.get()
    assert league.next_run_at is not None
    assert league.next_run_at.isoweekday() == 5


def test_bots_that_fault_on_purpose_stay_out() -> None:
    seed()
    entered = Tournament.objects.get(slug="house-cup").entrants
    assert not entered.filter(bot__slug__in=["stumbler", "slowpoke", "rollout"]).exists()
    assert entered.count() >= 6


def test_what_an_operator_deleted_stays_away() -> None:
    seed()
    Tournament.objects.all().delete()
    League.objects.all().delete()
    seed()
    assert not Tournament.objects.exists()
    assert not League.objects.exists()


def test_it_can_be_switched_off() -> None:
    seed(with_competitions=False)
    assert not Tournament.objects.exists()
    assert not League.objects.exists()
