"""The list of bots and the page of one."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Ladder
from tests.website.page import Page, visit
from tests.website.rows import make_bot, make_fault, make_match, make_version
from website.accounts.models import User


def test_a_bot_without_an_accepted_version_is_listed_to_its_owner_alone(
    as_alice: Client, as_bob: Client, alice: User
) -> None:
    Bot.objects.create(owner=alice, name="Embryo", slug="embryo")
    assert "Embryo" in visit(as_alice, "/bots/?mine=1")
    assert "Embryo" not in visit(as_alice, "/bots/").html
    assert "Embryo" not in visit(as_bob, "/bots/?mine=1").html


def test_a_bot_without_an_accepted_version_has_no_page_for_others(
    as_alice: Client, as_bob: Client, as_olga: Client, visitor: Client, alice: User, ladder: Ladder
) -> None:
    bot = Bot.objects.create(owner=alice, name="Embryo", slug="embryo")
    make_version(bot, ladder, state="checking")
    here, by_program = "/bots/embryo/", "/api/v1/bots/embryo/"
    pages = [f"{here}{page}" for page in ("", "versions/", "against/")]
    for address in (*pages, by_program, f"{by_program}versions/"):
        assert as_alice.get(address).status_code == 200, address
        assert as_olga.get(address).status_code == 200, address
        for browser in (as_bob, visitor):
            assert browser.get(address).status_code == 404, address


def test_a_visitor_has_no_bots_of_his_own(visitor: Client, alices_bot: Bot) -> None:
    assert "Alcuin" in visit(visitor, "/bots/?mine=1")


def test_the_page_shows_standing_matches_and_faults(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current)
    make_fault(match, alices_bot.current, message="KeyError: 'Gold'")
    page = visit(visitor, "/bots/alcuin/")
    assert ladder.name in page
    assert f"/matches/{match.pk}/" in page.hrefs
    assert "1 fault" in page
    assert "secret" not in page.html


@pytest.mark.parametrize("who", ["visitor", "as_bob", "as_charlie", "as_olga"])
def test_rejected_versions_and_the_reason_of_a_bench_are_the_owners_alone(
    who: str, request: pytest.FixtureRequest, alices_bot: Bot, as_alice: Client
) -> None:
    make_version(alices_bot, state="rejected", failure={"message": "boom"})
    alices_bot.bench("three secret crashes in a row")
    others = visit(request.getfixturevalue(who), "/bots/alcuin/")
    assert "Benched" in others
    assert "secret" not in others.html
    assert "rejected" not in others.html
    assert "Upload a new version" not in others.html
    own = visit(as_alice, "/bots/alcuin/")
    assert "three secret crashes in a row" in own
    assert "rejected" in own


def test_hostile_words_stay_words(visitor: Client, alice: User, ladder: Ladder) -> None:
    words = "<img src=x onerror=alert(1)>\u202e"
    make_bot(alice, "x<b>\u202ey", ladder, slug="x", description=words)
    for page in ("/bots/x/", "/bots/", f"/ladders/{ladder.slug}/", "/"):
        shown = visit(visitor, page)
        assert "x<b>" not in shown.html
        assert "<img src=x" not in shown.html
        assert "\u202e" not in shown.html


def test_a_bot_page_costs_the_same_however_much_it_has_played(
    visitor: Client,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    for _ in range(5):
        match = make_match(ladder, alices_bot.current, bobs_bot.current)
        make_fault(match, alices_bot.current)
        make_version(alices_bot)
    with django_assert_num_queries(15):  # of these rank, two neighbours, rating changes
        visitor.get("/bots/alcuin/")


def test_a_list_of_many_bots_has_pages(visitor: Client, alice: User) -> None:
    for number in range(52):
        make_bot(alice, f"Bot {number:02}")
    assert "Bot 51" not in visit(visitor, "/bots/").html
    assert "Bot 51" in visit(visitor, "/bots/?page=2")


def test_the_owner_of_a_benched_bot_may_have_it_checked_again(
    as_alice: Client, alices_bot: Bot
) -> None:
    alices_bot.bench("faults")
    visit(as_alice, "/bots/alcuin/").form("/bots/alcuin/recheck/")
    response = as_alice.post("/bots/alcuin/recheck/")
    assert response.headers["Location"] == "/bots/alcuin/versions/1/"
    assert "Waiting for a worker" in visit(as_alice, "/bots/alcuin/versions/1/")


def test_a_bot_that_plays_needs_no_check(as_alice: Client, alices_bot: Bot) -> None:
    response = as_alice.post("/bots/alcuin/recheck/", follow=True)
    assert "is not benched" in Page(response).message


def test_the_owner_may_withdraw_a_bot(as_alice: Client, alices_bot: Bot) -> None:
    response = as_alice.post("/bots/alcuin/withdraw/", follow=True)
    assert Page(response).message == "Alcuin was withdrawn."
    alices_bot.refresh_from_db()
    assert alices_bot.state == Bot.State.WITHDRAWN


@pytest.mark.parametrize("verb", ["recheck", "withdraw"])
def test_nobody_else_may_and_only_by_a_form(
    verb: str, request: pytest.FixtureRequest, as_alice: Client, alices_bot: Bot
) -> None:
    alices_bot.bench("faults")
    page = f"/bots/alcuin/{verb}/"
    assert as_alice.get(page).status_code == 405
    for who in ("as_bob", "as_charlie", "as_olga"):
        assert request.getfixturevalue(who).post(page).status_code == 404
    away = request.getfixturevalue("visitor").post(page)
    assert away.headers["Location"].startswith("/accounts/login/")
    alices_bot.refresh_from_db()
    assert alices_bot.state == Bot.State.BENCHED


def test_the_owner_renames_a_bot_and_its_address_stays(
    as_alice: Client, alices_bot: Bot, bobs_bot: Bot
) -> None:
    sent = {"description": "", "name": "Offa"}
    assert Page(as_alice.post("/bots/alcuin/edit/", sent, follow=True)).message == "Saved."
    assert "Offa" in visit(as_alice, "/bots/alcuin/")
    taken = as_alice.post("/bots/alcuin/edit/", {"description": "", "name": "Bede"})
    assert taken.status_code == 422
    assert "is taken" in Page(taken)


def test_the_owner_deletes_a_bot_that_never_played(
    as_alice: Client, as_bob: Client, alices_bot: Bot
) -> None:
    assert as_bob.post("/bots/alcuin/delete/").status_code == 404
    assert "Delete bot" in visit(as_alice, "/bots/alcuin/")
    answer = as_alice.post("/bots/alcuin/delete/", follow=True)
    assert Page(answer).message == "Alcuin was deleted."
    assert not Bot.objects.filter(pk=alices_bot.pk).exists()
