"""Doubled or late beats and changed clocks: each start has exactly one season."""

from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest

from arena.leagues.seasons import make_season
from arena.models import League, Season, Tournament
from arena.tasks import tick as beat
from tests.arena.league_steps import HOUR, SOON, WEEK, a_league, as_played, made, next_start, tick
from tests.arena.processes import Platform
from tests.arena.scripts import beats
from tests.arena.tournament_steps import bots, by_lot, play_out
from tests.cast import a_house_bot

DAY = timedelta(days=1)
WEEKLY = {WEEK, WEEK - HOUR, WEEK + HOUR}


@pytest.fixture
def league(db: None) -> League:
    league = a_league(divisions=1)
    bots(4, league.ladder)
    return league


def play(season: Season) -> None:
    """Play all divisions to their end."""
    for division in season.divisions.all():
        play_out(as_played(division), by_lot)


def starts(league: League) -> list[Season]:
    return list(league.seasons.order_by("number"))


def test_nothing_happens_before_its_time(league: League) -> None:
    tick(next_start(league) - HOUR - SOON)
    assert starts(league) == []


def test_a_second_beat_finds_nothing_to_do(league: League) -> None:
    start = next_start(league)
    for _ in range(2):
        for moment in (start - HOUR, start - SOON, start, start + SOON):
            tick(moment)
    assert [one.starts_at for one in starts(league)] == [start]
    assert Tournament.objects.get().state == "running"
    assert next_start(league) - start in WEEKLY


def test_starts_that_a_late_beat_missed_become_one_which_is_played_now(league: League) -> None:
    missed = next_start(league)
    late = missed + 3 * WEEK + 5 * HOUR
    tick(late)
    assert [one.starts_at for one in starts(league)] == [missed]
    assert Tournament.objects.get().state == "running"
    assert late < next_start(league) <= late + WEEK


def test_a_season_that_is_not_over_holds_the_next_back_and_then_it_is_played(
    league: League,
) -> None:
    first = made(league)
    tick(first.starts_at)
    second_start = next_start(league)
    tick(second_start - HOUR)
    tick(second_start + DAY)
    assert starts(league) == [first]
    play(first)
    tick(second_start + 2 * DAY)
    assert [one.starts_at for one in starts(league)] == [first.starts_at, second_start]
    assert Tournament.objects.get(division__season__number=2).state == "running"
    assert next_start(league) > second_start + 2 * DAY


@pytest.mark.parametrize("back", [timedelta(seconds=30), 2 * HOUR, 3 * DAY])
def test_a_clock_set_back_starts_no_season_twice(league: League, back: timedelta) -> None:
    start = next_start(league)
    tick(start)
    play(starts(league)[0])
    tick(start + SOON)
    for moment in (start - back, start - HOUR, start, start + SOON):
        tick(moment)
    assert [one.starts_at for one in starts(league)] == [start]
    assert next_start(league) - start in WEEKLY


def test_a_clock_that_was_far_ahead_and_is_set_right_leaves_no_start_out(league: League) -> None:
    start = next_start(league)
    tick(start + 52 * WEEK)
    play(starts(league)[0])
    tick(start + 52 * WEEK + SOON)
    assert next_start(league) > start + 52 * WEEK
    tick(start + DAY)
    assert next_start(league) - start in WEEKLY
    tick(start + WEEK + HOUR)
    assert len(starts(league)) == 2


def test_a_clock_set_forward_over_the_start_plays_it_once(league: League) -> None:
    start = next_start(league)
    tick(start - HOUR)
    tick(start + HOUR)
    assert [one.starts_at for one in starts(league)] == [start]
    assert Tournament.objects.get().state == "running"


def test_changing_clocks_move_no_start(db: None) -> None:
    league = a_league(divisions=1, schedule="30 2 * * *")
    bots(4, league.ladder)
    found = []
    for _ in range(200):
        start = next_start(league)
        found.append(start)
        league.plan(start)
    gaps = {other - one for one, other in pairwise(found)}
    assert DAY in gaps
    assert all(abs(gap - DAY) <= HOUR for gap in gaps)


def test_what_is_wrong_with_one_league_stops_no_other(
    league: League, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = a_league(name="Lost in time", ladder=league.ladder, divisions=1)
    League.objects.filter(pk=broken.pk).update(time_zone="Atlantis/City")
    tick(next_start(league))
    assert [one.league for one in Season.objects.all()] == [league]


def test_the_static_beat_runs_leagues(league: League) -> None:
    past = next_start(league) - 52 * WEEK
    League.objects.update(next_run_at=past, planned_at=past - WEEK)
    beat()
    assert [one.starts_at for one in starts(league)] == [past]


def test_a_season_is_asked_for_as_often_as_one_likes(league: League) -> None:
    now = next_start(league)
    assert make_season(league_id=league.pk, now=now) is not None
    assert make_season(league_id=league.pk, now=now) is None
    assert a_house_bot("Late", league.ladder).entrants.count() == 0


# --- beats of several machines at once ----------------------------------------------------------


def test_beats_of_several_machines_make_and_end_each_season_once(platform: Platform) -> None:
    beat = partial(beats.beat, platform.call(beats.prepare))
    platform.together(*[beat] * 3)
    begun = {"seasons": 1, "tournaments": 2, "made": 1, "entrants": 8}
    going_on = {"with a champion": 0, "matches": 4, "finished": 0}
    assert platform.call(beats.count) == begun | going_on
    platform.call(beats.play)
    platform.together(*[beat] * 2)
    over = {"with a champion": 1, "matches": 12, "finished": 1}
    assert platform.call(beats.count) == begun | over
