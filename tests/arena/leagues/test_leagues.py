"""Leagues: validation, permissions and the sequence of seasons."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from arena.core.errors import BadTerms, NameTaken, NeedsReason, NotOrganiser, WrongState
from arena.leagues.organise import (
    close_league,
    edit_league,
    make_league,
    pause_league,
    resume_league,
)
from arena.leagues.terms import LeagueTerms
from arena.models import Action, Bot, League, Match, Season, Tournament
from tests.arena.league_steps import (
    HOUR,
    SOON,
    WEEK,
    a_league,
    as_played,
    at,
    bots_of,
    made,
    next_start,
    played,
    terms,
    tick,
)
from tests.arena.results.rows import queued
from tests.arena.tournament_steps import bots, by_lot, first_wins, play_one, play_out
from tests.cast import a_bot, a_ladder, alice, bob, charlie, olga

pytestmark = pytest.mark.django_db

BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": " "}, "2 to 50 visible characters"),
    "a long name": ({"name": 51 * "x"}, "2 to 50 visible characters"),
    "zero divisions": ({"divisions": 0}, "from 1 to 20, not 0"),
    "many divisions": ({"divisions": 21}, "from 1 to 20, not 21"),
    "alone": ({"division_size": 1}, "from 2 to 64, not 1"),
    "half go up": ({"promoted": 2}, "Fewer than half"),
    "some go up less than nobody": ({"promoted": -1}, "from 0 to 64, not -1"),
    "no bots": ({"bots_per_owner": 0}, "from 1 to 1280, not 0"),
    "no cron": ({"schedule": "on Fridays"}, "five fields"),
    "never": ({"schedule": "0 18 30 2 *"}, "never occurs"),
    "nowhere": ({"time_zone": "Europe/Atlantis"}, "Unknown time zone “Europe/Atlantis”"),
    "a freeze in the past season": (
        {"schedule": "0 * * * *", "freeze_minutes": 60},
        "60 min apart",
    ),
    "an early freeze": ({"freeze_minutes": 10081}, "from 0 to 10080, not 10081"),
    "a late reveal": ({"reveal_minutes": 10081}, "from 0 to 10080, not 10081"),
    "a strange format": ({"format": "duel"}, "“Format” cannot be “duel”"),
    "pods of two": ({"format": "pod_swiss"}, "Pod formats need three"),
    "rounds without end": ({"format": "swiss", "terms": {"rounds": 4}}, "more than 4 entrants"),
    "a strange game": ({"config": {"kingdom": "Atlantis"}}, "Atlantis"),
    "odd games": ({"games_per_match": 3}, "multiple of its 2 seats"),
    "a slow clock": ({"limits": {"game_cpu": 1e9}}, "out of range"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_a_league_is_refused_in_words(case: str) -> None:
    changed, words = BAD[case]
    with pytest.raises(BadTerms, match=words):
        make_league(organiser=olga(), terms=terms(**changed))
    assert not League.objects.exists()


def test_a_ladder_of_another_game_is_refused() -> None:
    other = a_ladder(game="kingdomino", config={})
    with pytest.raises(BadTerms, match="plays another game"):
        a_league(ladder=other)


def test_a_name_is_given_once_in_any_case() -> None:
    league = a_league()
    with pytest.raises(NameTaken, match="already exists"):
        a_league(name="ROYAL league", ladder=league.ladder)
    edit_league(organiser=olga(), league=league, terms=terms(ladder=league.ladder, divisions=1))
    other = a_league(name="Royal! League", ladder=league.ladder)
    assert other.slug == "royal-league-2"


def test_organisers_alone_make_and_change_leagues() -> None:
    league = a_league()
    usual = terms(ladder=league.ladder, name="Another")
    for person in (alice(), charlie()):
        acts: list[Callable[[], League]] = [
            partial(make_league, organiser=person, terms=usual),
            partial(edit_league, organiser=person, league=league, terms=usual),
            partial(pause_league, organiser=person, league=league),
            partial(resume_league, organiser=person, league=league),
            partial(close_league, organiser=person, league=league, reason="mine"),
        ]
        for act in acts:
            with pytest.raises(NotOrganiser):
                act()
    assert [(one.name, one.state) for one in League.objects.all()] == [("Royal League", "active")]


def test_pausing_resuming_and_closing_leave_a_line_each() -> None:
    league = a_league()
    start = next_start(league)
    paused = pause_league(organiser=olga(), league=league, reason="a holiday")
    assert (paused.state, paused.next_run_at) == ("paused", None)
    with pytest.raises(WrongState, match="already paused"):
        pause_league(organiser=olga(), league=league)
    tick(start + WEEK)
    assert not Season.objects.exists()
    assert resume_league(organiser=olga(), league=league).next_run_at == start
    with pytest.raises(NeedsReason):
        close_league(organiser=olga(), league=league, reason=" ")
    assert close_league(organiser=olga(), league=league, reason="over").next_run_at is None
    for act in (pause_league, resume_league, close_league):
        with pytest.raises(WrongState, match="permanently closed"):
            act(organiser=olga(), league=league, reason="again")
    lines = Action.objects.filter(target=f"league {league.pk}").order_by("pk")
    assert list(lines.values_list("verb", "reason")) == [
        ("make_league", ""),
        ("pause_league", "a holiday"),
        ("resume_league", ""),
        ("close_league", "over"),
    ]


def test_another_calendar_plans_the_next_start_anew() -> None:
    league = a_league()
    with pytest.raises(BadTerms, match="never occurs"):
        edit_league(
            organiser=olga(),
            league=league,
            terms=terms(ladder=league.ladder, schedule="0 0 31 4 *"),
        )
    changed: LeagueTerms = terms(ladder=league.ladder, schedule="30 6 1 1 *", time_zone="UTC")
    start = edit_league(organiser=olga(), league=league, terms=changed).next_run_at
    assert start is not None
    assert (start.month, start.day, start.hour, start.minute) == (1, 1, 6, 30)


# --- seasons ------------------------------------------------------------------------------------


def test_the_first_season_goes_by_the_ratings_of_the_ladder() -> None:
    league = a_league()
    for place, bot in enumerate(bots(9, league.ladder)):
        bot.entries.update(mu=40 - place, sigma=1)
    season = made(league)
    assert (season.number, season.starts_at) == (1, league.next_run_at)
    assert bots_of(season) == [
        ["House 1", "House 2", "House 3", "House 4"],
        ["House 5", "House 6", "House 7", "House 8"],
    ]
    top = as_played(season.divisions.get(level=1))
    assert top.name == "Royal League, season 1, division 1"
    assert (top.starts_at, top.entry_deadline) == (season.starts_at, season.starts_at - HOUR)
    assert top.state == "frozen"
    assert not top.entrants.filter(version=None).exists()
    assert next_start(league) - season.starts_at in {WEEK, WEEK + HOUR, WEEK - HOUR}


def test_a_season_is_played_by_itself_and_has_a_champion_and_is_followed_by_the_next() -> None:
    league = a_league()
    bots(8, league.ladder)
    season = played(league)
    top, bottom = (as_played(one) for one in season.divisions.all())
    assert season.finished_at is not None
    assert season.champion == top.entrants.get(place=1, number=_best(top)).bot
    up = bottom.entrants.order_by("place", "number")[0].bot.name
    down = top.entrants.order_by("place", "number")[3].bot.name
    second = made(league)
    assert second.number == 2
    first_division, second_division = bots_of(second)
    assert up in first_division
    assert down in second_division
    assert second_division[0] == down
    assert Match.objects.count() == 12


def _best(tournament: Tournament) -> int:
    return min(one.number or 0 for one in tournament.entrants.filter(place=1))


def test_who_is_gone_is_replaced_from_below_and_then_from_the_ladder() -> None:
    league = a_league()
    for place, bot in enumerate(bots(8, league.ladder)):
        bot.entries.update(mu=40 - place, sigma=1)
    season = made(league)
    tick(season.starts_at)
    for division in season.divisions.all():
        play_out(as_played(division), first_wins)
    tick(season.starts_at + SOON)
    a_bot(bob(), "Newcomer", league.ladder)
    Bot.objects.get(name="House 1").bench("faults")
    assert [set(one) for one in bots_of(made(league))] == [
        {"House 2", "House 3", "House 5", "House 4"},
        {"House 6", "House 7", "House 8", "Newcomer"},
    ]


def test_an_owner_has_as_many_bots_as_the_league_allows() -> None:
    league = a_league(bots_per_owner=2)
    for number in range(4):
        a_bot(alice(), f"Alcuin {number}", league.ladder)
    a_bot(bob(), "Bede", league.ladder)
    names = [name for one in bots_of(made(league)) for name in one]
    assert sorted(name.split()[0] for name in names) == ["Alcuin", "Alcuin", "Bede"]


def test_a_last_division_that_cannot_be_played_is_left_out() -> None:
    league = a_league()
    bots(5, league.ladder)
    assert [len(one) for one in bots_of(made(league))] == [4]


def test_a_start_with_too_few_bots_is_left_out_and_said() -> None:
    league = a_league()
    bots(1, league.ladder)
    start = next_start(league)
    tick(start - HOUR)
    tick(start)
    league.refresh_from_db()
    assert "Too few bots" in league.problem
    assert league.next_run_at is not None
    assert league.next_run_at > start
    assert Action.objects.filter(verb="skip_season").count() == 1
    assert not Tournament.objects.exists()
    for number in range(3):
        a_bot(bob(), f"Bede {number}", league.ladder, is_house=True)
    assert made(league).number == 1
    league.refresh_from_db()
    assert league.problem == ""


def test_a_name_that_somebody_gave_to_a_tournament_stops_no_season() -> None:
    league = a_league()
    entered = bots(4, league.ladder)
    Tournament.objects.create(
        name="royal league, SEASON 1, division 1",
        slug="a-prank",
        organiser=olga(),
        game="dominion",
        format="swiss",
        seed=1,
        entry_deadline=at("2027-01-01"),
        starts_at=at("2027-01-01"),
    )
    assert len(entered) == 4
    division = made(league).divisions.get(level=1)
    assert as_played(division).name == "Royal League, season 1, division 1 (2)"


def test_the_champion_is_told_when_the_last_round_is_shown() -> None:
    league = a_league(reveal_minutes=30, divisions=1)
    bots(3, league.ladder)
    season = made(league)
    tick(season.starts_at)
    tournament = play_out(as_played(season.divisions.get()), by_lot)
    assert tournament.state == "finished"
    last = tournament.rounds.order_by("reveal_at").last()
    assert last is not None
    assert last.reveal_at is not None
    tick(last.reveal_at - SOON)
    season.refresh_from_db()
    assert season.finished_at is None
    tick(last.reveal_at)
    season.refresh_from_db()
    assert season.champion is not None
    assert list(league.seasons.crowned()) == [season]


def test_a_cancelled_division_has_no_champion_and_the_league_goes_on() -> None:
    league = a_league(divisions=1)
    bots(4, league.ladder)
    season = made(league)
    Tournament.objects.update(state="cancelled")
    tick(season.starts_at)
    season.refresh_from_db()
    assert (season.finished_at is not None, season.champion) == (True, None)
    assert made(league).number == 2


def test_matches_of_a_season_are_played_before_those_of_the_ladder() -> None:
    league = a_league(divisions=1)
    league.ladder.state = "open"
    league.ladder.save()
    owners = (alice(), bob(), charlie(), olga())
    entered = [a_bot(owner, f"Bot of {owner}", league.ladder) for owner in owners]
    from_ladder = queued(league.ladder, *entered[:2])
    season = made(league)
    tick(season.starts_at)
    match = play_one(by_lot)
    assert match is not None
    assert match.pk > from_ladder.pk
    assert match.pairing is not None
    assert match.pairing.round.tournament.division == season.divisions.get()


def test_a_league_starts_within_two_years(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.leagues.terms.MOST_AHEAD", timedelta(0))
    with pytest.raises(BadTerms, match="more than two years from now"):
        make_league(organiser=olga(), terms=terms(schedule="0 18 1 1 *"))
