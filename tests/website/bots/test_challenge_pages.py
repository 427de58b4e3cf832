"""The pages of challenges: form, inbox, answer, result; and who sees which."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.matches.challenges import send_challenge
from arena.models import Bot, Challenge, Ladder, Match
from tests.cast import bob
from tests.website.page import Page, visit
from tests.website.rows import make_bot
from website.accounts.models import User

PAGE = "/bots/bede/challenge/"


@pytest.fixture
def asked(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> Challenge:
    """Alice's challenge, which waits for Bob."""
    Bot.objects.filter(pk=bobs_bot.pk).update(asks_first=True)
    bobs_bot.refresh_from_db()
    return send_challenge(
        challenger=alices_bot.owner,
        bot=alices_bot,
        opponent=bobs_bot,
        ladder=ladder,
        matches=2,
        seed=77_001,
    )


def form(bot: Bot, ladder: Ladder, **more: str) -> dict[str, str]:
    return {
        "bot": str(bot.pk),
        "ladder": str(ladder.pk),
        "rules": "ladder",
        "match_count": "1",
    } | more


def kingdom(cards: str) -> dict[str, str]:
    """Ten cards of one's choice, as the form sends them."""
    return {
        "rules": "dominion",
        "dominion-way": "cards",
        "dominion-cards": cards,
        "dominion-colonies": "auto",
    }


TEN = "Cellar, Chapel, Moat, Village, Smithy, Market, Militia, Mine, Remodel, Workshop"


def test_a_challenge_by_ten_cards_and_a_seed(
    as_alice: Client, visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    sent = form(alices_bot, ladder, match_count="3", seed="88002") | kingdom(TEN)
    response = as_alice.post(PAGE, sent)
    made = Challenge.objects.get()
    assert response.headers["Location"] == f"/challenges/{made.pk}/"
    assert (made.matches.count(), made.seed) == (3, 88_002)
    assert made.config["kingdom"] == TEN.split(", ")
    page = visit(visitor, f"/challenges/{made.pk}/")
    assert "88002" in page
    assert "with other options" in page
    assert "3 matches to go" in page


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        ({"match_count": "0"}, "match_count", "greater than or equal to 1"),
        ({"match_count": "10000"}, "match_count", "1 to 20"),
        ({"match_count": "many"}, "match_count", "whole number"),
        ({"seed": "-1"}, "seed", "greater than or equal to 0"),
        ({"seed": "9" * 40}, "seed", "whole number from 0"),
        ({"rules": "chess"}, "rules", "valid choice"),
        (kingdom(TEN.rpartition(", ")[0]), "rules", "Check the options below"),
        (kingdom(TEN) | {"dominion-way": "random", "dominion-sets": "atlantis"}, "rules", "Check"),
    ],
)
def test_bad_input_is_said_at_its_field_and_kept(
    changed: dict[str, str],
    field: str,
    words: str,
    as_alice: Client,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
) -> None:
    response = as_alice.post(PAGE, form(alices_bot, ladder) | changed)
    assert response.status_code == 422
    page = Page(response)
    assert words in str(page.errors), page.errors
    assert not Challenge.objects.exists()


def test_the_owner_finds_it_in_the_inbox_and_accepts(
    as_alice: Client, as_bob: Client, asked: Challenge
) -> None:
    address = f"/challenges/{asked.pk}/"
    assert address in visit(as_bob, "/challenges/").hrefs
    assert address not in visit(as_alice, "/challenges/").hrefs
    assert address in visit(as_alice, "/challenges/?box=sent").hrefs
    assert visit(as_bob, address).has("button[value=accept]")
    page = Page(as_bob.post(f"{address}answer/", {"answer": "accept"}, follow=True))
    assert page.message == "Accepted. It is played next."
    assert Match.objects.count() == 2
    again = Page(as_bob.post(f"{address}answer/", {"answer": "accept"}, follow=True))
    assert "Nothing can be changed" in again
    assert address not in visit(as_bob, "/challenges/").hrefs
    assert address in visit(as_bob, "/challenges/?box=received").hrefs


def test_the_challenger_withdraws_it(as_alice: Client, as_bob: Client, asked: Challenge) -> None:
    address = f"/challenges/{asked.pk}/"
    assert not visit(as_alice, address).has("button[value=accept]")
    as_alice.post(f"{address}answer/", {"answer": "withdraw"})
    asked.refresh_from_db()
    assert asked.state == "withdrawn"
    assert "withdrawn" in Page(as_bob.post(f"{address}answer/", {"answer": "accept"}, follow=True))


@pytest.mark.parametrize("who", ["as_charlie", "as_olga", "visitor"])
def test_nobody_else_sees_or_answers_what_waits(
    who: str, asked: Challenge, request: pytest.FixtureRequest
) -> None:
    browser = request.getfixturevalue(who)
    visit(browser, f"/challenges/{asked.pk}/", status=404)
    for verb in ("accept", "refuse", "block", "withdraw"):
        answer = browser.post(f"/challenges/{asked.pk}/answer/", {"answer": verb})
        assert answer.status_code == (302 if who == "visitor" else 404)
    asked.refresh_from_db()
    assert asked.is_waiting


@pytest.mark.parametrize("verb", ["accept", "refuse", "block"])
def test_the_challenger_cannot_answer(verb: str, as_alice: Client, asked: Challenge) -> None:
    sent = {"answer": verb}
    page = Page(as_alice.post(f"/challenges/{asked.pk}/answer/", sent, follow=True))
    assert "Only the owner of the challenged bot" in page
    asked.refresh_from_db()
    assert asked.is_waiting


def test_an_unknown_answer_changes_nothing(as_bob: Client, asked: Challenge) -> None:
    answer = as_bob.post(f"/challenges/{asked.pk}/answer/", {"answer": "explode"})
    assert answer.status_code == 404


def test_refusing_and_blocking_and_unblocking(
    as_alice: Client, as_bob: Client, asked: Challenge, alices_bot: Bot, ladder: Ladder
) -> None:
    as_bob.post(f"/challenges/{asked.pk}/answer/", {"answer": "block"})
    assert "no challenges from you" in Page(as_alice.post(PAGE, form(alices_bot, ladder)))
    inbox = visit(as_bob, "/challenges/")
    assert "/people/alice/" in inbox.hrefs
    block = bob().blocks.get()
    assert as_alice.post(f"/challenges/unblock/{block.pk}/").status_code == 404
    as_bob.post(f"/challenges/unblock/{block.pk}/")
    assert as_bob.post(f"/challenges/unblock/{block.pk}/").status_code == 404
    assert as_alice.post(PAGE, form(alices_bot, ladder)).status_code == 302


@pytest.mark.parametrize(
    ("name", "words"), [("nobody", "No such person"), ("\0", "No such person"), ("bob", "yourself")]
)
def test_who_cannot_be_blocked(name: str, words: str, as_bob: Client, asked: Challenge) -> None:
    assert words in Page(as_bob.post("/challenges/block/", {"username": name}, follow=True))


def test_one_blocks_by_name(as_bob: Client, charlie: User) -> None:
    as_bob.post("/challenges/block/", {"username": "Charlie"})
    assert bob().blocks.get().blocked == charlie


def test_an_expired_one_says_so(as_bob: Client, asked: Challenge) -> None:
    Challenge.objects.update(expires_at=timezone.now() - timedelta(days=1))
    page = visit(as_bob, f"/challenges/{asked.pk}/")
    assert "expired" in page
    assert not page.has("button[value=accept]")


def test_the_table_has_score_seats_interval_and_matches(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    made = send_challenge(
        challenger=alices_bot.owner, bot=alices_bot, opponent=bobs_bot, ladder=ladder, matches=3
    )
    for match in made.matches.all():
        finish(match)
    page = visit(visitor, f"/challenges/{made.pk}/")
    score = page.parts("table")[0].texts("td")
    assert score == ["4.5 / 6", "3 / 3", "1.5 / 3", "1.5 / 6", "1.5 / 3", "0 / 3"]
    assert "Lead of Alcuin in the share of points: 50\N{NARROW NO-BREAK SPACE}%" in page
    for match in made.matches.all():
        assert f"/matches/{match.pk}/" in page.hrefs
        assert f"/challenges/{made.pk}/" in visit(visitor, f"/matches/{match.pk}/").hrefs
    assert "every 4s" not in page.html, "nothing changes any more"


def finish(match: Match) -> None:
    """Alice's bot wins from the first seat and ties from the second."""
    for seat, points in zip(match.seats.all(), (1.5, 0.5), strict=True):
        seat.points, seat.rank = points, 1 if points > 1 else 2
        seat.save()
    usual: dict[str, Any] = {
        "scores": [1, 1], "reason": "", "record": {}, "packed_events": b"",
        "cpu": [0, 0], "decisions": [1, 1],
    }  # fmt: skip
    match.games.create(number=0, seating=[0, 1], ranks=[1, 2], **usual)
    match.games.create(number=1, seating=[1, 0], ranks=[1, 1], **usual)
    match.status, match.finished_at = Match.Status.FINISHED, timezone.now()
    match.save()


def test_the_inbox_pages_by_keys(as_bob: Client, asked: Challenge, alices_bot: Bot) -> None:
    asked.pk = None
    for _number in range(35):
        asked.pk, asked._state.adding = None, True
        asked.save()
    first = visit(as_bob, "/challenges/")
    assert len(first.table().rows) == 30
    older = first.part("a[rel=next]")["href"]
    assert len(visit(as_bob, f"/challenges/{older}").table().rows) == 6
    assert visit(as_bob, "/challenges/?before=x&box=y").status == 200


@pytest.mark.parametrize("page", ["/challenges/", "/challenges/?box=sent"])
def test_visitors_have_no_inbox(page: str, visitor: Client) -> None:
    assert visitor.get(page).headers["Location"].startswith("/accounts/login/")


def test_the_owner_chooses_to_be_asked(as_bob: Client, bobs_bot: Bot, charlie: User) -> None:
    sent = {"description": "", "takes_challenges": "on", "asks_first": "on"}
    as_bob.post("/bots/bede/edit/", sent)
    bobs_bot.refresh_from_db()
    assert bobs_bot.asks_first
    make_bot(charlie, "Cynewulf")
