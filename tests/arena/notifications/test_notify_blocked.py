"""What stops a tournament or a league is its problem, and its organiser is told."""

from datetime import timedelta
from typing import Any

import pytest

from arena.leagues import seasons
from arena.matches.claim_match import claim_match
from arena.models import Action, League, Notification, TickStep, Tournament
from arena.results.return_match import void_match
from arena.tournaments import rounds
from arena.tournaments.entries import exclude_entrant
from arena.tournaments.lifecycle import pause_tournament, resume_tournament, run_tournaments
from arena.tournaments.rounds import advance_tournament
from arena.tournaments.settle_pairing import MOST_RETRIES
from tests.arena.league_steps import HOUR, a_league, made, next_start, tick
from tests.arena.tournament_steps import bots, opened, play_out, play_round, started, the_pairing
from tests.cast import a_ladder, olga

pytestmark = pytest.mark.django_db


def told(kind: str = "tournament.blocked") -> list[dict[str, Any]]:
    """Return what the organiser was told, first to last, and that nobody else was."""
    found = list(Notification.objects.filter(kind=kind).order_by("pk"))
    assert {notification.user for notification in found} <= {olga()}
    assert all(notification.mail_due_at for notification in found)
    return [notification.params for notification in found]


def test_a_start_that_fails_at_its_hour_is_told() -> None:
    cup = opened(bots(1))
    run_tournaments(now=cup.starts_at)
    [params] = told()
    assert (params["tournament"], params["tournament_slug"]) == ("Autumn Cup", "autumn-cup")
    assert "at least two entrants, not 1" in params["message"]
    run_tournaments(now=cup.starts_at + HOUR)
    assert len(told()) == 1
    assert Tournament.objects.blocked().get() == cup


def test_a_pairing_that_nobody_can_play_is_told() -> None:
    cup = started(bots(2))
    for _ in range(MOST_RETRIES + 1):
        match = claim_match(worker="here/1/a")
        assert match is not None
        void_match(match=match, error="The disk is full.")
        advance_tournament(tournament_id=cup.pk)
    [params] = told()
    assert "The disk is full." in params["message"]


def test_a_swiss_that_cannot_be_paired_after_withdrawals_is_told() -> None:
    cup = started(bots(4), format="swiss", terms={"rounds": 3}, if_unpaired="pause")
    cup = play_round(cup)
    staying = {seat.entrant_id for seat in the_pairing(cup).seats.all()}
    for other in cup.entrants.exclude(pk__in=staying):
        exclude_entrant(organiser=olga(), tournament=cup, bot=other.bot, reason="It leaves.")
    cup = play_out(cup)
    [params] = told()
    assert "cannot be paired without a rematch" in params["message"]
    cup.refresh_from_db()
    assert cup.problem == params["message"]


def test_a_pause_by_an_organiser_is_no_problem() -> None:
    pause_tournament(organiser=olga(), tournament=started(bots(2)))
    assert told() == []
    assert not Tournament.objects.blocked().exists()


def test_each_block_is_told_anew() -> None:
    cup = opened(bots(1))
    run_tournaments(now=cup.starts_at)
    cup.refresh_from_db()
    resume_tournament(organiser=olga(), tournament=cup)
    run_tournaments(now=cup.starts_at)
    assert len(told()) == 2


def test_an_unexpected_error_is_told_once_and_goes_when_it_is_mended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = play_round(started(bots(2), terms={"double": True}))

    def fail(**_given: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(rounds, "settle_pairing", fail)
        cup.rounds.last().pairings.get().matches.update(status="void")  # type: ignore[union-attr]
        for _ in range(3):
            run_tournaments()
    [params] = told()
    assert "An unexpected error stops it (ZeroDivisionError)" in params["message"]
    assert TickStep.objects.failures()["tournament"] == 3
    cup.refresh_from_db()
    assert (cup.state, cup.problem) == ("running", params["message"])
    run_tournaments()
    cup.refresh_from_db()
    assert (cup.state, cup.problem) == ("running", "")


# --- leagues -------------------------------------------------------------------------------------
def test_a_season_that_cannot_be_made_is_told_each_time() -> None:
    league = a_league(ladder=a_ladder(state="paused"))
    for count in (1, 2):
        tick(next_start(league))
        found = told("league.blocked")
        assert len(found) == count
        assert "Too few bots" in found[-1]["message"]
        assert (found[-1]["league"], found[-1]["league_slug"]) == (league.name, league.slug)
    assert League.objects.blocked().get() == league
    assert Action.objects.filter(verb="skip_season").count() == 2


def test_a_season_that_waits_for_the_one_before_is_told_once() -> None:
    league = a_league(divisions=1)
    bots(4, league.ladder)
    first = made(league)
    tick(first.starts_at)
    due = next_start(league)
    tick(due - timedelta(minutes=1))
    assert told("league.blocked") == []
    for moment in (due, due + HOUR):
        tick(moment)
    [params] = told("league.blocked")
    assert "waits until season 1 is over" in params["message"]
    league.refresh_from_db()
    assert league.problem == params["message"]
    for division in first.divisions.all():
        assert division.tournament is not None
        play_out(division.tournament)
    tick(due + 2 * HOUR)
    league.refresh_from_db()
    assert (league.problem, league.seasons.count()) == ("", 2)


def test_an_unexpected_error_of_a_league_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    league = a_league(divisions=1)
    bots(4, league.ladder)

    def fail(*_given: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(seasons, "_draw_up_divisions", fail)
        for _ in range(2):
            tick(next_start(league))
    [params] = told("league.blocked")
    assert "ZeroDivisionError" in params["message"]
    tick(next_start(league))
    league.refresh_from_db()
    assert (league.problem, league.seasons.count()) == ("", 1)
