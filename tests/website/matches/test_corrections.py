"""Organisers' corrections, their public reasons, and explained rating changes."""

import pytest
from django.test import Client

from arena.models import Action, Bot, Ladder, Match, RatingRun
from arena.ratings.parameters import Parameters
from arena.ratings.trueskill import Rating, terms
from tests.website.page import Page, visit
from tests.website.rows import make_match

WHY = "One side knew the <deal>."
OTHERS = ["as_alice", "as_bob", "as_charlie"]


@pytest.fixture
def match(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current)


def test_a_voided_result_says_why_to_everybody_and_stays_to_be_seen(
    as_olga: Client, visitor: Client, match: Match
) -> None:
    page = f"/matches/{match.pk}/"
    assert visit(as_olga, page).has(f'[action="{page}void/"], [href="{page}void/"]')
    response = as_olga.post(f"{page}void/", {"reason": WHY}, follow=True)
    assert "The result is void." in Page(response).message
    shown = visit(visitor, page)
    assert "Voided by organisers" in shown
    assert "One side knew the <deal>." in shown
    assert "no bot is to blame" not in shown.html
    assert shown.has("#turn-1")
    assert "0.00 → " not in shown.html, "no rating is shown as moved by it"
    assert "Why the ratings changed" not in shown.html
    assert f"{page}void/" not in visit(as_olga, page).html
    assert RatingRun.objects.get().state == RatingRun.State.FILLING


def test_a_replay_leads_to_the_new_match_and_back(
    as_olga: Client, visitor: Client, match: Match
) -> None:
    response = as_olga.post(f"/matches/{match.pk}/rejudge/", {"reason": WHY})
    again = Match.objects.latest("pk")
    assert response.headers["Location"] == f"/matches/{again.pk}/"
    assert f"/matches/{again.pk}/" in visit(visitor, f"/matches/{match.pk}/").hrefs
    page = visit(visitor, f"/matches/{again.pk}/")
    assert f"/matches/{match.pk}/" in page.hrefs
    assert "Played again." in page


@pytest.mark.parametrize("verb", ["void", "rejudge"])
def test_without_a_reason_nothing_is_done(verb: str, as_olga: Client, match: Match) -> None:
    for reason in ("", "  ", "x" * 1001):
        response = as_olga.post(f"/matches/{match.pk}/{verb}/", {"reason": reason})
        assert response.status_code == 422
        assert set(Page(response).errors) == {"reason"}
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not Action.objects.exists()


@pytest.mark.parametrize("verb", ["void", "rejudge"])
def test_a_refusal_says_what_to_do(verb: str, as_olga: Client, match: Match) -> None:
    Match.objects.update(status="void")
    response = as_olga.post(f"/matches/{match.pk}/{verb}/", {"reason": WHY})
    assert response.status_code == 422
    assert "This match is already void." in Page(response)
    assert as_olga.post(f"/matches/999/{verb}/", {"reason": WHY}).status_code == 404


@pytest.mark.parametrize("verb", ["void", "rejudge"])
def test_nobody_else_may_and_only_by_a_form(
    verb: str, request: pytest.FixtureRequest, as_olga: Client, match: Match
) -> None:
    page = f"/matches/{match.pk}/{verb}/"
    assert as_olga.get(page).status_code == 405
    for who in OTHERS:
        browser = request.getfixturevalue(who)
        assert browser.post(page, {"reason": WHY}).status_code == 403
        assert page not in visit(browser, f"/matches/{match.pk}/").html
    away = request.getfixturevalue("visitor").post(page, {"reason": WHY})
    assert away.headers["Location"].startswith("/accounts/login/")
    assert Match.objects.get().status == Match.Status.FINISHED


def test_why_ratings_moved_is_said_of_each_seat(visitor: Client, match: Match) -> None:
    page = visit(visitor, f"/matches/{match.pk}/")
    [told] = [part.text for part in page.parts("details") if "Why the ratings changed" in part]
    ties = Parameters().draw_probability
    first = terms([Rating(), Rating()], [1, 2], 0, draw_probability=ties)
    assert f"mu +{first.moved:.2f}, sigma \N{MINUS SIGN}{first.narrowed:.2f}." in told
    assert "expected 0.50 of 1 points against the others, scored 1 (more than expected)" in told
    assert "expected 0.50 of 1 points against the others, scored 0 (less than expected)" in told
    assert f"Its sigma was 8.33, {100 * first.weight:.0f} % of the total uncertainty" in told
    german = visitor.get(f"/matches/{match.pk}/", headers={"Accept-Language": "de"})
    assert "Warum sich die Wertungen geändert haben" in Page(german)
