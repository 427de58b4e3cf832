"""Live matches: permissions and content."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.matches.referee.fault import Fault
from arena.matches.watch_live import show_live
from arena.models import Bot, Ladder, LiveGame, Match
from engine import catalogue
from tests.website.page import Page, visit
from tests.website.rows import make_match

HTMX = {"HX-Request": "true"}


@pytest.fixture
def match(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    """Alice's bot against Bob's, being played."""
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current, status="running")


def shown(match: Match, *faults: Fault) -> None:
    """Store a running game, the second after faults, as a worker does, with Bob's bot first."""
    game = catalogue.new("dominion", seats=2, seed=match.seed, config=match.config)
    number = 1 if faults else 0
    show_live(match=match, number=number, seating=[1, 0], game=game, faults=faults)


def a_fault(**what: Any) -> Fault:
    """A crash with everything that its owner alone may see."""
    given: dict[str, Any] = {
        "verdict": "crash", "message": "KeyError: secret", "traceback": "secret.py",
        "decision": {"options": ["secret"]}, "view": {"hand": ["secret"]}, "cpu": 0.1,
        "log": "secret",
    }  # fmt: skip
    return Fault(**given | what)


def test_a_look_begins_the_show_and_what_has_not_changed_is_not_sent_again(
    match: Match, visitor: Client
) -> None:
    address = f"/matches/{match.pk}/live/"
    page = visit(visitor, f"/matches/{match.pk}/")
    assert page.has(f'[hx-get="{address}"]')
    first = visit(visitor, address, headers=HTMX)
    assert "data-table" not in first.html
    shown(match)
    answer = visitor.get(address, headers=HTMX)
    page = Page(answer)
    assert "Game 1, live" in page
    assert page.text.index("Bede") < page.text.index("Alcuin"), "by the seats of this game"
    assert "Bede draws 5 cards" in page
    assert str(match.seed) not in page.html
    german = visit(visitor, address, headers={**HTMX, "Accept-Language": "de"})
    assert "Bede zieht 5 Karten" in german
    again = visitor.get(address, headers={**HTMX, "If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    until = Match.objects.get(pk=match.pk).watched_until
    assert until is not None
    assert until > timezone.now()
    assert visitor.get(address).headers["Location"] == f"/matches/{match.pk}/"


def test_faults_are_shown_as_they_happen_without_what_only_their_owner_may_see(
    match: Match, as_alice: Client, visitor: Client
) -> None:
    address = f"/matches/{match.pk}/live/"
    visit(visitor, address, headers=HTMX)
    shown(match, a_fault(game=0, entrant=0, number=0), a_fault(game=1, entrant=1, number=7))
    for browser in (visitor, as_alice):
        page = visit(browser, address, headers=HTMX)
        assert "Alcuin: crashed at the start of game 1." in page
        assert (
            "Bede: crashed at decision 7 of game 2. From now on it plays default answers." in page
        )
        assert page.text.count("From now on") == 1
        assert "secret" not in page.html


def test_a_match_that_is_over_shows_its_result_instead(match: Match, visitor: Client) -> None:
    visitor.get(f"/matches/{match.pk}/live/", headers=HTMX)
    shown(match)
    Match.objects.update(status=Match.Status.FINISHED, watched_until=None)
    page = visit(visitor, f"/matches/{match.pk}/live/", headers=HTMX)
    assert "data-table" not in page.html
    assert "hx-get" not in page.html, "nobody asks any more"
    assert Match.objects.get(pk=match.pk).watched_until is None
    assert LiveGame.objects.count() == 1
    assert "live-game" not in visit(visitor, f"/matches/{match.pk}/").html


def test_checks_are_watched_by_their_owner_alone(
    match: Match, as_alice: Client, as_bob: Client, visitor: Client
) -> None:
    Match.objects.update(purpose=Match.Purpose.CHECK)
    assert as_alice.get(f"/matches/{match.pk}/live/", headers=HTMX).status_code == 200
    for browser in (as_bob, visitor):
        assert browser.get(f"/matches/{match.pk}/live/", headers=HTMX).status_code == 404


def test_the_list_leads_to_what_is_running(match: Match, visitor: Client) -> None:
    address = f"/matches/{match.pk}/#live-game"
    assert address in visit(visitor, "/matches/").hrefs
    Match.objects.update(status=Match.Status.FINISHED)
    assert address not in visit(visitor, "/matches/").html


def test_a_process_that_was_away_shows_nothing_of_a_match_that_others_ended(
    match: Match, visitor: Client
) -> None:
    visit(visitor, f"/matches/{match.pk}/live/", headers=HTMX)
    shown(match)
    LiveGame.objects.get().delete()
    Match.objects.update(status="finished")
    shown(match)
    assert not LiveGame.objects.exists()
