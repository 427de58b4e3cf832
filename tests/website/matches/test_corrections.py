"""Organisers' corrections, their public reasons, and explained rating changes."""

import pytest
from django.test import Client

from arena.models import Action, Bot, Ladder, Match, RatingRun
from arena.ratings.parameters import Parameters
from arena.ratings.trueskill import Rating, terms
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
    assert f"{page}void/" in as_olga.get(page).content.decode()
    response = as_olga.post(f"{page}void/", {"reason": WHY}, follow=True)
    assert "The result is void." in response.content.decode()
    text = visitor.get(page).content.decode()
    assert "Voided by organisers" in text
    assert "One side knew the &lt;deal&gt;." in text
    assert "no bot is to blame" not in text
    assert 'id="turn-1"' in text
    assert "0.00 → " not in text, "no rating is shown as moved by it"
    assert "Why the ratings changed" not in text
    assert f"{page}void/" not in as_olga.get(page).content.decode()
    assert RatingRun.objects.get().state == RatingRun.State.FILLING


def test_a_replay_leads_to_the_new_match_and_back(
    as_olga: Client, visitor: Client, match: Match
) -> None:
    response = as_olga.post(f"/matches/{match.pk}/rejudge/", {"reason": WHY})
    again = Match.objects.latest("pk")
    assert response.headers["Location"] == f"/matches/{again.pk}/"
    assert f'href="/matches/{again.pk}/"' in visitor.get(f"/matches/{match.pk}/").content.decode()
    text = visitor.get(f"/matches/{again.pk}/").content.decode()
    assert f'href="/matches/{match.pk}/"' in text
    assert "Played again." in text


@pytest.mark.parametrize("verb", ["void", "rejudge"])
def test_without_a_reason_nothing_is_done(verb: str, as_olga: Client, match: Match) -> None:
    for reason in ("", "  ", "x" * 1001):
        response = as_olga.post(f"/matches/{match.pk}/{verb}/", {"reason": reason})
        assert response.status_code == 422
        assert 'id="id_reason_error"' in response.content.decode()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not Action.objects.exists()


@pytest.mark.parametrize("verb", ["void", "rejudge"])
def test_a_refusal_says_what_to_do(verb: str, as_olga: Client, match: Match) -> None:
    Match.objects.update(status="void")
    response = as_olga.post(f"/matches/{match.pk}/{verb}/", {"reason": WHY})
    assert response.status_code == 422
    assert "This match is already void." in response.content.decode()
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
        assert page not in browser.get(f"/matches/{match.pk}/").content.decode()
    away = request.getfixturevalue("visitor").post(page, {"reason": WHY})
    assert away.headers["Location"].startswith("/accounts/login/")
    assert Match.objects.get().status == Match.Status.FINISHED


def test_why_ratings_moved_is_said_of_each_seat(visitor: Client, match: Match) -> None:
    text = visitor.get(f"/matches/{match.pk}/").content.decode()
    told = text.split("Why the ratings changed")[1].split("</details>")[0]
    ties = Parameters().draw_probability
    first = terms([Rating(), Rating()], [1, 2], 0, draw_probability=ties)
    assert f"mu +{first.moved:.2f}, sigma \N{MINUS SIGN}{first.narrowed:.2f}." in told
    assert "expected 0.50 of 1 points against the others, scored 1 (more than expected)" in told
    assert "expected 0.50 of 1 points against the others, scored 0 (less than expected)" in told
    assert f"Its sigma was 8.33, {100 * first.weight:.0f} % of the total uncertainty" in told
    german = visitor.get(f"/matches/{match.pk}/", headers={"Accept-Language": "de"})
    assert "Warum sich die Wertungen geändert haben" in german.content.decode()
