"""One match and the list of matches: content and permissions."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder, Match, RatingChange
from tests.website.page import visit
from tests.website.rows import METER, SEED, make_fault, make_log, make_match, make_version
from website.accounts.models import User

HTMX = {"HX-Request": "true"}
OTHERS = ["visitor", "as_bob", "as_charlie", "as_olga"]


@pytest.fixture
def match(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current)


def test_a_finished_match_shows_result_ratings_and_how_to_repeat_it(
    visitor: Client, match: Match
) -> None:
    page = visit(visitor, f"/matches/{match.pk}/")
    for words in ("Alcuin", "Bede", "v1", "alice", str(SEED), "dominion/1", "required", "0.8.0"):
        assert words in page
    assert "16.67 → " in page
    assert page.texts(".moved.up")[0].startswith("+")
    assert page.texts(".moved.down")[0].startswith("\N{MINUS SIGN}")
    assert "data-live" not in page.html


def test_a_match_says_that_it_is_being_rated_until_it_is(
    visitor: Client, as_olga: Client, match: Match
) -> None:
    page, api = f"/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/"
    RatingChange.objects.all().delete()
    Match.objects.filter(pk=match.pk).update(is_pending=True, serial=None)
    shown = visit(visitor, page)
    assert "Finished, being rated." in shown
    assert shown.has("[data-live]")
    assert shown.has("#turn-1")
    german = visit(visitor, page, headers={"Accept-Language": "de"})
    assert "Beendet, wird gewertet." in german
    found = visitor.get(api).json()
    assert (found["status"], found["is_being_rated"]) == ("finished", True)
    refused = as_olga.post(f"{page}void/", {"reason": "a trial"}, follow=True)
    assert "This match is being rated." in refused.content.decode()
    Match.objects.filter(pk=match.pk).update(is_pending=False, serial=1)
    assert "being rated" not in visit(visitor, page)
    assert visitor.get(api).json()["is_being_rated"] is False


@pytest.mark.parametrize("status", ["queued", "running"])
def test_nothing_of_the_deal_is_shown_before_the_match_is_finished(
    status: str, as_alice: Client, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(status=status)
    for page in (f"/matches/{match.pk}/", "/matches/", "/bots/alcuin/"):
        for headers in ({}, HTMX):
            shown = visit(as_alice, page, headers=headers)
            assert str(SEED) not in shown.html
            assert "Coppers" not in shown.html
    assert as_alice.get(f"/matches/{match.pk}/games/1/").status_code == 404
    assert visit(as_alice, f"/matches/{match.pk}/").has("[data-live]")


def test_the_log_is_told_turn_by_turn_with_deep_links(visitor: Client, match: Match) -> None:
    page = visit(visitor, f"/matches/{match.pk}/")
    assert page.has("#turn-1")
    assert page.has("#turn-7")
    assert "#turn-7" in page.hrefs
    assert re.search(r"Alcuin plays \w+ Copper", page.text)
    assert re.search(r"draws .*Copper", page.text)
    assert "The game ends" in page


def test_each_game_of_a_match_has_its_own_address(visitor: Client, match: Match) -> None:
    second = visit(visitor, f"/matches/{match.pk}/games/2/")
    first, last = second.table(second.part("#game-title").text).rows
    assert "Alcuin" in first, "in the order of the heading"
    assert "Bede" in last
    assert visitor.get(f"/matches/{match.pk}/games/3/").status_code == 404


def test_a_fault_is_public_and_its_details_are_the_owners(
    as_alice: Client, request: pytest.FixtureRequest, match: Match, alices_bot: Bot
) -> None:
    assert alices_bot.current
    make_fault(match, alices_bot.current)
    make_log(match, alices_bot.current, "secret-thought\x1b[2J</code><script>alert(1)</script>")
    own = visit(as_alice, f"/matches/{match.pk}/")
    for words in ("secret-line-in-bot.py", "Secret Chamber", "secret-hand", "secret-thought␛[2J"):
        assert words in own
    assert "CPU time for this question: 0.063 s (limit: 2.000 s) (limit for one decision)" in own
    assert "CPU time in this game so far: 0.125 s, with 9.250 s left on its clock" in own
    assert "<script>alert" not in own.html
    for who in OTHERS:
        for path in (f"/matches/{match.pk}/", f"/matches/{match.pk}/games/1/"):
            page = visit(request.getfixturevalue(who), path)
            assert "ZeroDivisionError: division by zero" in page
            assert "crashed" in page
            assert "secret" not in page.html.lower()
            assert "CPU time" not in page.html


@pytest.mark.parametrize(
    ("clock", "words"),
    [("start", "limit for the start"), ("game", "time left for the game")],
)
def test_the_clock_that_ran_out_is_named(
    clock: str, words: str, as_alice: Client, match: Match, alices_bot: Bot
) -> None:
    assert alices_bot.current
    meter = METER | {"clock": clock, "off_turn": 0.25}
    make_fault(match, alices_bot.current, meter=meter, number=0)
    own = visit(as_alice, f"/matches/{match.pk}/")
    assert words in own
    assert "Of this, 0.250 s out of turn." in own
    assert "at the start" in own


def test_nothing_of_a_fault_but_its_message_is_on_any_other_page(
    request: pytest.FixtureRequest, match: Match, alices_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    make_fault(match, alices_bot.current)
    make_log(match, alices_bot.current, "secret-thought")
    pages = ("/", "/matches/", "/bots/", "/bots/alcuin/", "/bots/bede/", f"/ladders/{ladder.slug}/")
    for who in OTHERS:
        for page in pages:
            shown = visit(request.getfixturevalue(who), page)
            assert "secret" not in shown.html.lower(), (who, page)


def test_a_check_is_its_owners_alone(
    as_alice: Client, request: pytest.FixtureRequest, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    version = make_version(alices_bot, ladder, "checking")
    check = make_match(ladder, version, version, purpose="check")
    own = visit(as_alice, f"/matches/{check.pk}/")
    assert "check, unrated" in own
    assert "Alcuin (2)" in own
    for who in OTHERS:
        browser = request.getfixturevalue(who)
        assert browser.get(f"/matches/{check.pk}/").status_code == 404
        for page in ("/", "/matches/", "/bots/alcuin/", f"/ladders/{ladder.slug}/"):
            assert f"/matches/{check.pk}/" not in visit(browser, page).html


def test_a_void_match_says_whose_fault_it_was_not(visitor: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status="void", error="worker-7: /dev/sda1 is full")
    page = visit(visitor, f"/matches/{match.pk}/")
    assert "no bot is to blame" in page
    assert "sda1" not in page.html


def test_hostile_names_stay_words_in_the_log(
    visitor: Client, match: Match, alices_bot: Bot
) -> None:
    Bot.objects.filter(pk=alices_bot.pk).update(name="</ul><script>\u202e")
    page = visit(visitor, f"/matches/{match.pk}/")
    assert "</ul><script>" not in page.html
    assert "\u202e" not in page.html
    assert "</ul><script>[U+202E] plays" in page


def test_there_is_no_match_beyond_those_played(visitor: Client, match: Match) -> None:
    assert visitor.get(f"/matches/{match.pk + 1}/").status_code == 404


@pytest.mark.parametrize("count", [2, 30])
def test_a_list_of_matches_costs_the_same_however_long_it_is(
    count: int,
    visitor: Client,
    match: Match,
    ladder: Ladder,
    alices_bot: Bot,
    bobs_bot: Bot,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    for _ in range(count):
        make_match(ladder, alices_bot.current, bobs_bot.current, status="running")
    with django_assert_num_queries(4):  # jail, ladders to filter by, matches, their seats
        visitor.get("/matches/")


def test_a_match_costs_the_same_however_long_it_was(
    visitor: Client, match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(
        9
    ):  # jail, match, seats, changes, fits, notes, games, faults, deal
        visitor.get(f"/matches/{match.pk}/")


def test_older_matches_are_reached_page_by_page(
    visitor: Client, ladder: Ladder, alices_bot: Bot, bobs_bot: Bot
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    pair = (alices_bot.current, bobs_bot.current)
    ids = [make_match(ladder, *pair, status="running").pk for _ in range(45)]
    first = visit(visitor, f"/matches/?ladder={ladder.slug}")
    assert f"/matches/{ids[-1]}/" in first.hrefs
    older = re.search(r'href="(\?[^"]*before=\d+)"', first.html)
    assert older
    assert f"ladder={ladder.slug}" in older[1]
    second = visit(visitor, "/matches/" + older[1].replace("&amp;", "&"))
    assert [f"/matches/{pk}/" in second.hrefs for pk in (ids[0], ids[4], ids[5])] == [
        True,
        True,
        False,
    ]
    assert "data-live" not in second.html


def test_a_ladder_that_does_not_exist_has_no_matches(visitor: Client) -> None:
    assert visitor.get("/matches/?ladder=nowhere").status_code == 404


def test_a_match_of_ones_own_shows_only_ones_own_prints(
    as_alice: Client, as_bob: Client, match: Match, alices_bot: Bot, bobs_bot: Bot, alice: User
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    make_log(match, alices_bot.current, "alices-plan")
    make_log(match, bobs_bot.current, "bobs-plan")
    page = f"/matches/{match.pk}/"
    assert "bobs-plan" not in visit(as_alice, page).html
    assert "alices-plan" not in visit(as_bob, page).html
