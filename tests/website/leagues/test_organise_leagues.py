"""Organisers create, edit, pause and close leagues; errors are shown at their fields."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.models import Action, Ladder, League, Match
from tests.arena.league_steps import a_league
from tests.arena.results.rows import played
from tests.arena.tournament_steps import bots
from tests.cast import a_ladder
from tests.website.forms import errors
from tests.website.page import Page, visit

NEW = "/leagues/new/"
LEAGUE = "/leagues/royal-league/"
EDIT = f"{LEAGUE}edit/"
OTHERS = ["as_alice", "as_bob", "as_charlie"]
VERBS = ["pause", "resume", "close"]
FORM: dict[str, Any] = {
    "name": "Royal League",
    "description": "",
    "format": "round_robin",
    "divisions": "2",
    "division_size": "4",
    "promoted": "1",
    "bots_per_owner": "1",
    "schedule": "0 18 * * FRI",
    "time_zone": "Europe/Berlin",
    "freeze_minutes": "60",
    "reveal_minutes": "0",
    "if_unpaired": "rematch",
}
BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "no name": ({"name": ""}, "name", "required"),
    "a short name": ({"name": "x"}, "name", "at least 2"),
    "a long name": ({"name": 51 * "x"}, "name", "at most 50"),
    "no ladder": ({"ladder": ""}, "ladder", "required"),
    "a strange ladder": ({"ladder": "4711"}, "ladder", "valid choice"),
    "a strange format": ({"format": "duel"}, "format", "valid choice"),
    "zero rounds": (
        {"format": "swiss", "swiss-rounds": "0"},
        "swiss-rounds",
        "greater than or equal to 1",
    ),
    "zero divisions": ({"divisions": "0"}, "divisions", "greater than or equal to 1"),
    "many divisions": ({"divisions": "21"}, "divisions", "less than or equal to 20"),
    "some divisions": ({"divisions": "some"}, "divisions", "whole number"),
    "alone": ({"division_size": "1"}, "division_size", "greater than or equal to 2"),
    "a crowd": ({"division_size": "65"}, "division_size", "less than or equal to 64"),
    "half go up": ({"promoted": "2"}, "promoted", "Fewer than half"),
    "nobody goes down": ({"promoted": "-1"}, "promoted", "greater than or equal to 0"),
    "three games for two": ({"games_per_match": "3"}, "games_per_match", "multiple of its 2"),
    "a tie-break twice": (
        {"tie_break_1": "wins", "tie_break_2": "wins"},
        "tie_break_2",
        "Already chosen above",
    ),
    "no bots": ({"bots_per_owner": "0"}, "bots_per_owner", "greater than or equal to 1"),
    "no cron": ({"schedule": ""}, "schedule", "required"),
    "words": ({"schedule": "on Fridays"}, "schedule", "not a cron expression"),
    "never": ({"schedule": "0 18 30 2 *"}, "schedule", "never occurs"),
    "hostile": ({"schedule": "<b>\u202e * * * *"}, "schedule", "not a cron expression"),
    "too long": ({"schedule": "0,1" * 40 + " 0 * * *"}, "schedule", "at most 100"),
    "nowhere": ({"time_zone": "Europe/Atlantis"}, "time_zone", "valid choice"),
    "a path": ({"time_zone": "../../etc/passwd"}, "time_zone", "valid choice"),
    "an early freeze": ({"freeze_minutes": "10081"}, "freeze_minutes", "less than or equal"),
    "a late freeze": ({"freeze_minutes": "-1"}, "freeze_minutes", "greater than or equal to 0"),
    "a late reveal": ({"reveal_minutes": "10081"}, "reveal_minutes", "less than or equal"),
}
OFF = {"double": False, "third_place": False}
AS_A_WHOLE: dict[str, tuple[dict[str, Any], str]] = {
    "pods of two": ({"format": "pod_swiss"}, "Pod formats need three"),
    "too many rounds": ({"format": "swiss", "swiss-rounds": "4"}, "need more than 4 entrants"),
    "every hour": ({"schedule": "0 * * * *"}, "60 min apart"),
    "has room for": ({"bots_per_owner": "9"}, "has room for"),
}


@pytest.fixture
def ladder(db: None) -> Ladder:
    return a_ladder(state="paused")


@pytest.fixture
def league(ladder: Ladder) -> League:
    return a_league(ladder=ladder)


def form(ladder: Ladder, /, **fields: Any) -> dict[str, Any]:
    return FORM | {"ladder": str(ladder.pk)} | fields


@pytest.mark.parametrize("who", OTHERS)
def test_people_who_do_not_organise_may_not(
    who: str, request: pytest.FixtureRequest, ladder: Ladder, league: League
) -> None:
    browser = request.getfixturevalue(who)
    for page in (NEW, EDIT):
        for response in (browser.get(page), browser.post(page, form(ladder, name="Mine"))):
            assert response.status_code == 403
    for verb in VERBS:
        assert browser.post(f"{LEAGUE}{verb}/", {"reason": "mine"}).status_code == 403
    assert [(one.name, one.state) for one in League.objects.all()] == [("Royal League", "active")]
    for page in ("/leagues/", LEAGUE):
        shown = visit(browser, page)
        assert NEW not in shown.html
        assert EDIT not in shown.html


def test_visitors_are_asked_to_log_in(visitor: Client, ladder: Ladder, league: League) -> None:
    for page in (NEW, EDIT):
        for response in (visitor.get(page), visitor.post(page, form(ladder, name="Mine"))):
            assert response.status_code == 302
            assert response.headers["Location"] == f"/accounts/login/?next={page}"
    for verb in VERBS:
        assert visitor.post(f"{LEAGUE}{verb}/").headers["Location"].startswith("/accounts/login/")
    assert League.objects.get().state == "active"


def test_a_league_is_made_on_the_rules_of_its_ladder(as_olga: Client, ladder: Ladder) -> None:
    assert NEW in visit(as_olga, "/leagues/").hrefs
    assert as_olga.get(NEW).status_code == 200
    sent = form(ladder, name="  Royal   League ") | {
        "round_robin-double": "on",
        "swiss-rounds": "7",
    }
    response = as_olga.post(NEW, sent, follow=True)
    assert response.redirect_chain == [(LEAGUE, 302)]
    league = League.objects.get()
    assert (league.name, league.game, league.config) == (
        "Royal League",
        "dominion",
        {"kingdom": "First Game"},
    )
    assert league.terms == {"double": True}, "the rounds are of other formats"
    assert league.next_run_at is not None
    assert "Its seasons start automatically" in Page(response).message


def test_how_divisions_are_played_is_chosen_as_for_a_tournament(
    as_olga: Client, ladder: Ladder
) -> None:
    page = visit(as_olga, NEW)
    assert "Everyone in a group plays everyone" in page, "each format says what it is"
    assert "stronger opponents rank you higher" in page, "each tie-break says what it is"
    groups = {"groups-groups": "2", "groups-advance": "1", "groups-third_place": ""}
    as_olga.post(
        NEW,
        form(ladder, format="groups", tie_break_1="wins", games_per_match="6", **groups),
    )
    league = League.objects.get()
    assert (league.format, league.terms) == ("groups", {"groups": 2, "advance": 1} | OFF)
    assert (league.tie_breaks, league.games_per_match) == (["wins"], 6)
    page = visit(as_olga, EDIT)
    assert page.has("option[value=wins][selected]")
    assert page.part("[name=games_per_match]")["value"] == "6"
    as_olga.post(EDIT, form(ladder))
    league.refresh_from_db()
    assert (league.format, league.tie_breaks) == ("round_robin", [])
    assert league.games_per_match == 4, "every seat twice, where none is given"


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said_at_its_field(
    case: str, as_olga: Client, ladder: Ladder, league: League
) -> None:
    changed, field, words = BAD[case]
    for page in (NEW, EDIT):
        response = as_olga.post(page, form(ladder, **({"name": "Another"} | changed)))
        assert response.status_code == 422
        found = errors(response)
        assert list(found) == [field]
        assert words in found[field]
    assert [one.name for one in League.objects.all()] == ["Royal League"]


@pytest.mark.parametrize("case", AS_A_WHOLE)
def test_what_is_wrong_only_together_is_said_above(
    case: str, as_olga: Client, ladder: Ladder, league: League
) -> None:
    changed, words = AS_A_WHOLE[case]
    for page in (NEW, EDIT):
        response = as_olga.post(page, form(ladder, **({"name": "Another"} | changed)))
        assert response.status_code == 422
        assert words in Page(response)
    assert League.objects.count() == 1


def test_a_name_that_is_taken_is_said_at_the_name(
    as_olga: Client, ladder: Ladder, league: League
) -> None:
    response = as_olga.post(NEW, form(ladder, name="ROYAL LEAGUE"))
    assert "A league named" in errors(response)["name"]


def test_a_league_is_changed_from_its_next_season_on(
    as_olga: Client, ladder: Ladder, league: League
) -> None:
    assert EDIT in visit(as_olga, LEAGUE).hrefs
    before = League.objects.values().get()
    assert as_olga.post(EDIT, form(ladder, games_per_match="2")).status_code == 302
    after = League.objects.values().get()
    assert {**after, "planned_at": None} == {**before, "planned_at": None}, "nothing was changed"
    as_olga.post(EDIT, form(ladder, schedule="30 6 * * MON", time_zone="Asia/Kolkata"))
    start = League.objects.get().next_run_at
    assert start is not None
    assert (start.weekday(), start.hour, start.minute) == (0, 1, 0)


def test_what_a_season_would_take_is_shown_and_nothing_is_made(
    as_olga: Client, ladder: Ladder
) -> None:
    played(ladder, *bots(2, ladder))
    now = timezone.now()
    Match.objects.update(started_at=now - timedelta(minutes=10), finished_at=now)
    a_league(name="Sunday League", ladder=ladder)
    response = as_olga.post(NEW, form(ladder, forecast="1"))
    assert response.status_code == 200
    page = Page(response)
    assert page.facts["Matches"] == "12"
    assert "In each division: Round robin, 3 rounds: the best wins " in page
    assert "Estimated end" in page
    assert "At the same time" in page
    assert page.link("Sunday League") == "/leagues/sunday-league/"
    assert League.objects.count() == 1


def test_a_forecast_without_measured_times_says_so(as_olga: Client, ladder: Ladder) -> None:
    page = Page(as_olga.post(NEW, form(ladder, forecast="1")))
    assert "its duration cannot be estimated" in page
    assert "Nothing else is planned at that time." in page


def test_a_league_is_paused_resumed_and_closed_with_a_reason(
    as_olga: Client, league: League
) -> None:
    for verb, state in (("pause", "paused"), ("resume", "active")):
        page = Page(as_olga.post(f"{LEAGUE}{verb}/", follow=True))
        assert f"is now {state}." in page
        assert League.objects.get().state == state
    assert "already" in Page(as_olga.post(f"{LEAGUE}resume/", follow=True)).message
    assert "Give a reason" in Page(as_olga.post(f"{LEAGUE}close/", follow=True)).message
    assert League.objects.get().state == "active"
    as_olga.post(f"{LEAGUE}close/", {"reason": "It was a good time."})
    assert League.objects.get().state == "closed"
    assert Action.objects.get(verb="close_league").reason == "It was a good time."
    assert as_olga.get(f"{LEAGUE}pause/").status_code == 405
    assert as_olga.post(f"{LEAGUE}burn/").status_code == 404
    assert as_olga.post("/leagues/nowhere/pause/").status_code == 404


def test_a_closed_league_cannot_be_changed(as_olga: Client, ladder: Ladder, league: League) -> None:
    as_olga.post(f"{LEAGUE}close/", {"reason": "over"})
    response = as_olga.post(EDIT, form(ladder, divisions="1"))
    assert response.status_code == 422
    assert "permanently closed" in Page(response)
    assert League.objects.get().divisions == 2


def test_a_german_organiser_errs_in_german(as_olga: Client, ladder: Ladder) -> None:
    as_olga.post("/language/", {"language": "de", "next": "/"})
    response = as_olga.post(NEW, form(ladder, schedule="0 18 30 2 *", divisions="0"))
    found = errors(response)
    assert found["schedule"].startswith("„0 18 30 2 *“ tritt nie ein")
