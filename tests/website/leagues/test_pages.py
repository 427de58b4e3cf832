"""League pages: list, league, season and calendars."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from arena.leagues.organise import edit_league
from arena.leagues.terms import LeagueTerms
from arena.models import Action, League, Season, Tournament
from engine.messages import Message
from tests.arena.league_steps import SOON, WEEK, a_league, as_played, bots_of, made, played, tick
from tests.arena.tournament_steps import bots, by_lot, play_out, play_round
from tests.cast import a_bot, alice, olga
from tests.website.page import visit
from website.accounts.models import User
from website.api.terms import changed_terms

LEAGUE = "/leagues/royal-league/"
FEED = f"{LEAGUE}calendar.ics"


@pytest.fixture
def league(db: None) -> League:
    return a_league()


def events(response_content: bytes) -> Sequence[dict[str, object]]:
    """Return the feed as a calendar program reads it."""
    calendar = Calendar.from_ical(response_content)
    return [{name.lower(): event[name] for name in event} for event in calendar.walk("VEVENT")]


def test_a_league_says_when_it_starts_in_words(visitor: Client, league: League) -> None:
    for page in ("/leagues/", LEAGUE):
        shown = visit(visitor, page)
        assert "every Friday 18:00 Europe/Berlin" in shown
        times = [time["datetime"] for time in shown.parts("time")]
        assert f"{league.next_run_at:%Y-%m-%dT%H:%M:%S}+00:00" in times
        assert all(time.text.endswith("UTC") for time in shown.parts("time"))
    visitor.post("/language/", {"language": "de", "next": "/"})
    assert "jeden Freitag 18:00 Europe/Berlin" in visit(visitor, LEAGUE)


def test_leagues_are_in_the_navigation_and_in_the_list(visitor: Client, league: League) -> None:
    a_league(name="Closed League", ladder=league.ladder)
    League.objects.filter(name="Closed League").update(state="closed", next_run_at=None)
    page = visit(visitor, "/leagues/")
    assert "Leagues" in page.texts("[aria-current=true]")
    slugs = re.findall(r"/leagues/([a-z-]+)/$", "\n".join(page.hrefs), re.MULTILINE)
    assert slugs == ["royal-league", "closed-league"]
    assert "royal-league" not in visit(visitor, "/leagues/?game=kingdomino").html


def test_a_division_leads_back_to_its_season(visitor: Client, league: League) -> None:
    bots(4, league.ladder)
    division = made(league).divisions.get(level=1)
    page = visit(visitor, f"/tournaments/{as_played(division).slug}/")
    assert page.link("Season 1") == "/leagues/royal-league/seasons/1/"


def won(league: League, seasons: int) -> None:
    """Give the league this many seasons, all won by one bot."""
    champion = bots(1, league.ladder)[0]
    begin = datetime(2020, 1, 3, 17, tzinfo=UTC)
    Season.objects.bulk_create(
        Season(
            league=league,
            number=number + 1,
            starts_at=begin + number * WEEK,
            finished_at=begin + number * WEEK + SOON,
            champion=champion,
        )
        for number in range(seasons)
    )


def test_the_history_of_champions_goes_on_over_pages(visitor: Client, league: League) -> None:
    won(league, 60)
    first = visit(visitor, LEAGUE)
    assert f"{LEAGUE}seasons/60/" in first.hrefs
    assert "/seasons/10/" not in first.html
    assert first.part("a[rel=next]")["href"] == "?page=2#champions"
    assert f"{LEAGUE}seasons/1/" in visit(visitor, f"{LEAGUE}?page=2").hrefs


def test_the_list_costs_the_same_however_many_leagues_and_seasons(
    visitor: Client, league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    won(league, 60)
    for number in range(5):
        a_league(name=f"League {number}", ladder=league.ladder)
    with django_assert_num_queries(4):  # jail, leagues, the ids of their last seasons, these
        visitor.get("/leagues/")


def test_an_empty_platform_has_an_empty_list(visitor: Client) -> None:
    assert "There are no leagues yet." in visit(visitor, "/leagues/")
    assert events(visitor.get("/leagues/calendar.ics").content) == []


def test_a_season_shows_its_divisions_who_moves_and_its_champion(
    visitor: Client, league: League
) -> None:
    bots(8, league.ladder)
    season = made(league)
    before = visit(visitor, LEAGUE)
    assert "scheduled, not started" in before
    assert "promoted" not in before.html
    for division in season.divisions.all():
        assert f"/tournaments/{as_played(division).slug}/" in before.hrefs
    tick(season.starts_at)
    for division in season.divisions.all():
        play_round(as_played(division), by_lot)
    running = visit(visitor, LEAGUE)
    assert "promoted" not in running.text
    assert running.text.count("↑ promotion place") == 1
    for division in season.divisions.all():
        play_out(as_played(division), by_lot)
    tick(season.starts_at + SOON)
    season.refresh_from_db()
    assert season.champion is not None
    for page in (LEAGUE, f"{LEAGUE}seasons/1/"):
        shown = visit(visitor, page)
        assert shown.text.count("↑ promoted") == shown.text.count("↓ relegated") == 1
        assert shown.text.index("↓ relegated") < shown.text.index("↑ promoted")
        assert f"/bots/{season.champion.slug}/" in shown.hrefs
    assert "Champions" in visit(visitor, LEAGUE)
    assert season.champion.name in visit(visitor, "/leagues/")


def test_a_season_keeps_the_rules_that_it_was_made_with(visitor: Client, league: League) -> None:
    """Its page, and its answer of the API, do not change with the league; who was said to move
    does move."""
    bots(8, league.ladder)
    season = played(league)
    paths = (f"{LEAGUE}seasons/1/", "/api/v1/leagues/royal-league/seasons/1/")

    def shown() -> list[bytes]:
        return [re.sub(rb'value="[^"]*"', b"", visitor.get(path).content) for path in paths]

    before = shown()
    assert b"2 of 4 bots, 1 up and 1 down" in before[0]
    terms = changed_terms(LeagueTerms, league, {"divisions": 1, "division_size": 8, "promoted": 3})
    edit_league(organiser=olga(), league=league, terms=terms)
    assert shown() == before
    assert b"1 of 8 bots, 3 up and 3 down" in visitor.get(LEAGUE).content
    [field] = bots_of(made(league))
    up = season.places()[1][0].bot.name
    down = season.places()[0][-1].bot.name
    assert field.index(up) < field.index(down)
    assert len(field) == 8
    latest = visitor.get(f"{LEAGUE}seasons/2/").content
    assert b"1 of 8 bots, 3 up and 3 down" in latest


@pytest.mark.long(4)
def test_who_is_said_to_go_up_or_down_does(visitor: Client, league: League) -> None:
    bots(8, league.ladder)
    for _ in range(3):
        season = played(league)
        page = visit(visitor, f"{LEAGUE}seasons/{season.number}/")
        [down] = [row.texts("bdi")[0] for row in page.parts("tr") if "↓ relegated" in row]
        [up] = [row.texts("bdi")[0] for row in page.parts("tr") if "↑ promoted" in row]
        first, second = bots_of(made(league))
        assert up in first
        assert down in second
        for division in league.seasons.get(number=season.number + 1).divisions.all():
            Tournament.objects.filter(pk=as_played(division).pk).update(state="cancelled")
        tick(season.starts_at + WEEK)


def test_results_that_are_not_shown_yet_are_on_no_page(
    visitor: Client, as_olga: Client, db: None
) -> None:
    league = a_league(reveal_minutes=10, divisions=1)
    bots(4, league.ladder)
    season = made(league)
    tick(season.starts_at)
    play_out(as_played(season.divisions.get()), by_lot)
    page = f"{LEAGUE}seasons/1/"
    before = visit(visitor, page)
    assert "↑ promoted" not in before.html
    assert "↓ relegated" not in before.html
    for path in (page, LEAGUE):
        assert set(visit(visitor, path).texts("td.strong")) == {"0"}
    shown = visit(as_olga, page)
    assert set(shown.texts("td.strong")) != {"0"}


def test_ones_own_bots_are_marked(as_alice: Client, league: League) -> None:
    a_bot(alice(), "Alcuin", league.ladder)
    bots(3, league.ladder)
    made(league)
    assert visit(as_alice, LEAGUE).has("tr.mine")


def test_seasons_lead_to_each_other(visitor: Client, league: League) -> None:
    bots(8, league.ladder)
    played(league)
    made(league)
    first, second = (visit(visitor, f"{LEAGUE}seasons/{number}/") for number in (1, 2))
    assert first.part("a[rel=next]")["href"] == f"{LEAGUE}seasons/2/"
    assert second.part("a[rel=prev]")["href"] == f"{LEAGUE}seasons/1/"
    assert visitor.get(f"{LEAGUE}seasons/3/").status_code == 404
    assert visitor.get("/leagues/nowhere/").status_code == 404
    assert visitor.get("/leagues/nowhere/calendar.ics").status_code == 404


def test_what_stopped_a_start_is_said(visitor: Client, league: League) -> None:
    made_none = league.next_run_at
    assert made_none is not None
    tick(made_none)
    assert "Too few bots of the ladder" in visit(visitor, LEAGUE)
    visitor.post("/language/", {"language": "de", "next": "/"})
    assert "Zu wenige Bots der Rangliste" in visit(visitor, LEAGUE)


def test_the_trouble_of_a_division_is_for_organisers(
    visitor: Client, as_olga: Client, league: League
) -> None:
    bots(4, league.ladder)
    division = as_played(made(league).divisions.get(level=1))
    division.save_problem(Message("No worker could play: %(error)s", {"error": "disk /srv"}))
    for page in (LEAGUE, f"{LEAGUE}seasons/1/"):
        assert "disk /srv" not in visit(visitor, page).html
        assert "disk /srv" in visit(as_olga, page)


def test_the_log_tells_organisers_in_their_language_why_a_start_was_left_out(
    as_olga: Client, league: League
) -> None:
    assert league.next_run_at is not None
    tick(league.next_run_at)
    line = Action.objects.get(verb="skip_season")
    assert line.reason.startswith("Too few bots"), "programs read English"
    as_olga.post("/language/", {"language": "de", "next": "/"})
    page = visit(as_olga, "/audit/")
    assert "Zu wenige Bots der Rangliste" in page
    assert "reason_parts" not in page.html


# --- calendars ----------------------------------------------------------------------------------


def test_a_calendar_holds_what_was_and_what_comes_in_utc(visitor: Client, league: League) -> None:
    bots(8, league.ladder)
    season = played(league)
    assert season.champion is not None
    response = visitor.get(FEED)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    found = events(response.content)
    assert found[0]["summary"] == "Royal League, season 1"
    assert found[0]["description"] == f"Champion: {season.champion.name}"
    assert len(found) == 9
    text = response.content.decode()
    assert f"DTSTART:{season.starts_at:%Y%m%dT%H%M%SZ}" in text
    assert not re.search(r"^DT(START|END|STAMP):\d{8}T\d{6}\r?$", text, re.MULTILINE)
    league.refresh_from_db()
    assert league.next_run_at is not None
    assert f"DTSTART:{league.next_run_at:%Y%m%dT%H%M%SZ}" in text


def test_lines_are_folded_and_what_is_special_is_escaped(visitor: Client, db: None) -> None:
    name = "Kings; queens, \\ and " + "ä" * 28
    league = a_league(name=name)
    content = visitor.get(f"/leagues/{league.slug}/calendar.ics").content
    lines = content.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in content.replace(b"\r\n", b"")
    assert events(content)[0]["summary"] == f"{name}: season start"


def test_a_start_keeps_its_identity_when_it_becomes_a_season(
    visitor: Client, league: League
) -> None:
    bots(8, league.ladder)
    planned = events(visitor.get(FEED).content)
    made(league)
    drawn_up = events(visitor.get(FEED, headers={"Host": "localhost"}).content)
    assert drawn_up[0]["uid"] == planned[0]["uid"]
    assert drawn_up[0]["summary"] == "Royal League, season 1"
    uids = [event["uid"] for event in drawn_up]
    assert len(set(uids)) == len(uids) == 9
    assert [one["uid"] for one in planned[1:]] == uids[1:8]


def test_the_calendar_of_all_leaves_closed_leagues_out(visitor: Client, league: League) -> None:
    other = a_league(name="Sunday League", ladder=league.ladder, schedule="0 12 * * SUN")
    a_league(name="Closed League", ladder=league.ladder)
    League.objects.filter(name="Closed League").update(state="closed")
    found = events(visitor.get("/leagues/calendar.ics").content)
    assert {str(one["summary"]).split(":")[0] for one in found} == {league.name, other.name}


def test_a_missed_start_is_in_the_calendar_once(visitor: Client, league: League) -> None:
    past = datetime.now(UTC).replace(microsecond=0) - timedelta(days=3)
    League.objects.update(next_run_at=past)
    found = events(visitor.get(FEED).content)
    assert len(found) == 8
    assert f"DTSTART:{past:%Y%m%dT%H%M%SZ}" in visitor.get(FEED).content.decode()
    assert timezone.now() > past


def test_pages_are_for_everybody(
    visitor: Client, as_charlie: Client, as_olga: Client, league: League, alice: User
) -> None:
    for browser in (visitor, as_charlie, as_olga):
        for page in ("/leagues/", LEAGUE, FEED, "/leagues/calendar.ics"):
            assert browser.get(page).status_code == 200
            assert browser.post(page).status_code in {403, 405}
