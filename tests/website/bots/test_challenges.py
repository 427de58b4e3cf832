"""Challenges, the owner's consent, and a rating's history."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.models import Bot, Entry, Ladder, Match, RatingChange
from tests.website.page import Page, visit
from tests.website.rows import make_bot, make_match
from website.accounts.models import User

PAGE = "/bots/bede/challenge/"


def form(bot: Bot, ladder: Ladder) -> dict[str, str]:
    return {"bot": str(bot.pk), "ladder": str(ladder.pk)}


def test_a_challenge_is_ordered_and_watched_by_everybody(
    as_alice: Client, visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert PAGE in visit(as_alice, "/bots/bede/").hrefs
    response = as_alice.post(PAGE, form(alices_bot, ladder))
    match = Match.objects.get()
    assert response.headers["Location"] == f"/challenges/{match.challenge_id}/"
    for page in (
        f"/challenges/{match.challenge_id}/",
        f"/matches/{match.pk}/",
        "/matches/",
        "/bots/bede/",
        "/bots/alcuin/",
    ):
        assert "challenge, unrated" in visit(visitor, page)
    Match.objects.update(status="finished", finished_at=timezone.now())
    assert f"/matches/{match.pk}/" not in visit(visitor, f"/ladders/{ladder.slug}/").html


@pytest.mark.parametrize(
    "changed", [{"bot": "9999"}, {"ladder": "9999"}, {"bot": ""}, {"bot": "x"}]
)
def test_bad_choices_are_said_at_their_field(
    changed: dict[str, str], as_alice: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    response = as_alice.post(PAGE, form(alices_bot, ladder) | changed)
    assert response.status_code == 422
    assert set(Page(response).errors) == set(changed)
    assert not Match.objects.exists()


def test_anothers_bot_cannot_be_sent(
    as_alice: Client, charlie: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    other = make_bot(charlie, "Cynewulf", ladder)
    assert as_alice.post(PAGE, form(other, ladder)).status_code == 422
    assert not Match.objects.exists()


def test_a_refusal_is_shown_with_what_to_do(
    as_alice: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder, settings: Settings
) -> None:
    settings.CHALLENGES_PER_DAY = 1
    as_alice.post(PAGE, form(alices_bot, ladder))
    response = as_alice.post(PAGE, form(alices_bot, ladder))
    assert response.status_code == 422
    assert "You can start 1 challenges a day. Try again from" in Page(response)


def test_who_has_no_bot_is_shown_the_way(as_charlie: Client, bobs_bot: Bot) -> None:
    assert "no bot for this game yet" in visit(as_charlie, PAGE)


def test_visitors_are_asked_to_log_in(visitor: Client, bobs_bot: Bot) -> None:
    assert visitor.get(PAGE).headers["Location"] == f"/accounts/login/?next={PAGE}"


def test_the_owner_may_take_none(
    as_bob: Client, as_alice: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    response = as_bob.post("/bots/bede/edit/", {"description": "Counts."}, follow=True)
    assert Page(response).message == "Saved."
    bobs_bot.refresh_from_db()
    assert (bobs_bot.description, bobs_bot.takes_challenges) == ("Counts.", False)
    assert PAGE not in visit(as_alice, "/bots/bede/").html
    response = as_alice.post(PAGE, form(alices_bot, ladder))
    assert "does not accept challenges" in Page(response)
    as_bob.post("/bots/bede/edit/", {"description": "", "takes_challenges": "on"})
    assert as_alice.post(PAGE, form(alices_bot, ladder)).status_code == 302


@pytest.mark.parametrize("who", ["as_alice", "as_charlie", "as_olga"])
def test_nobody_else_changes_a_bot(who: str, request: pytest.FixtureRequest, bobs_bot: Bot) -> None:
    browser = request.getfixturevalue(who)
    assert browser.post("/bots/bede/edit/", {"description": "mine"}).status_code == 404
    assert "/bots/bede/edit/" not in visit(browser, "/bots/bede/").html
    bobs_bot.refresh_from_db()
    assert (bobs_bot.description, bobs_bot.takes_challenges) == ("", True)


# --- history and pairs ---------------------------------------------------------------------------
def test_a_history_by_matches_and_by_days(
    visitor: Client,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    page = f"/bots/alcuin/history/{ladder.slug}/"
    assert "No rated matches yet." in visit(visitor, page)
    matches = [make_match(ladder, alices_bot.current, bobs_bot.current) for _ in range(64)]
    first = RatingChange.objects.filter(serial__lte=3)
    first.update(played_at=timezone.now() - timedelta(days=2))
    RatingChange.objects.create(
        entry=Entry.objects.get(bot=alices_bot), seat=matches[5].seats.all()[0], rating_run=1,
        serial=99, mu_before=1, sigma_before=1, mu_after=77.77, sigma_after=1,
    )  # fmt: skip
    with django_assert_num_queries(3):  # jail, entry, changes
        shown = visit(visitor, page)
    assert "77.77" not in shown.html, "of a rating run that does not count yet"
    assert len(shown.table().rows) == 60
    older = shown.part("a[rel=next]")["href"]
    assert len(visit(visitor, page + older).table().rows) == 4
    days = visit(visitor, f"{page}?days=1").table().hrefs
    assert {f"/matches/{matches[at].pk}/" for at in (2, -1)} == set(days)
    assert page in visit(visitor, "/bots/alcuin/").hrefs


def test_no_history_without_an_entry(visitor: Client, alices_bot: Bot) -> None:
    assert visitor.get("/bots/alcuin/history/nowhere/").status_code == 404
