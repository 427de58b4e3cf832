"""Owners enter and withdraw their bots; refusals are shown on the page."""

import pytest
from django.test import Client

from arena.models import Bot, Entrant, Tournament
from arena.tournaments.field import freeze_entrants
from tests.cast import olga
from tests.website.page import Page, visit
from tests.website.rows import make_bot
from website.accounts.models import User

PAGE = "/tournaments/autumn-cup/"
ENTER, LEAVE = f"{PAGE}enter/", f"{PAGE}leave/"


def said(browser: Client, path: str, bot: str) -> str:
    """Send the form; return the message on the page."""
    response = browser.post(path, {"bot": bot}, follow=True)
    assert response.status_code == 200
    return Page(response).message


def test_an_owner_chooses_one_of_the_own_bots(
    as_alice: Client, alices_bot: Bot, sign_up: Tournament
) -> None:
    page = visit(as_alice, PAGE)
    assert page.part("option[value=alcuin]").text == "Alcuin"
    assert "Bede" not in page.html
    assert "“Alcuin” is entered." in said(as_alice, ENTER, "alcuin")
    assert sign_up.entrants.get().bot == alices_bot
    page = visit(as_alice, PAGE)
    assert "Withdraw from this tournament" in page
    assert '<option value="alcuin">' not in page.html


def test_who_comes_late_waits_in_line_and_moves_up(
    as_alice: Client, as_bob: Client, charlie: User, as_charlie: Client, sign_up: Tournament
) -> None:
    ladder = Bot.objects.get(slug="bede").entries.get().ladder
    make_bot(charlie, "Caedmon", ladder)
    said(as_alice, ENTER, "alcuin")
    said(as_bob, ENTER, "bede")
    assert "is on the waiting list" in said(as_charlie, ENTER, "caedmon")
    assert "“Alcuin” was withdrawn from this tournament" in said(as_alice, LEAVE, "alcuin")
    assert sign_up.entrants.get(bot__slug="caedmon").state == Entrant.State.ENTERED


@pytest.mark.parametrize(
    ("path", "bot", "words"),
    [
        (ENTER, "bede", "You can only enter your own"),
        (ENTER, "nobody", "Choose one of your bots"),
        (ENTER, "", "Choose one of your bots"),
        (LEAVE, "bede", "owner can withdraw it"),
        (LEAVE, "alcuin", "is not in this tournament"),
    ],
)
def test_what_is_refused_is_said(
    path: str, bot: str, words: str, as_alice: Client, sign_up: Tournament
) -> None:
    assert words in said(as_alice, path, bot)
    assert not sign_up.entrants.exists()


def test_the_second_bot_of_an_owner_is_refused(
    as_alice: Client, alice: User, sign_up: Tournament
) -> None:
    make_bot(alice, "Aldhelm", Bot.objects.get(slug="alcuin").entries.get().ladder)
    said(as_alice, ENTER, "alcuin")
    assert "Withdraw another bot first" in said(as_alice, ENTER, "aldhelm")


def test_nobody_enters_after_the_deadline(as_alice: Client, sign_up: Tournament) -> None:
    freeze_entrants(organiser=olga(), tournament=sign_up)
    assert "Take part" not in visit(as_alice, PAGE).html
    assert "does not accept entries right now" in said(as_alice, ENTER, "alcuin")


def test_who_owns_nothing_is_told_to_upload(as_charlie: Client, sign_up: Tournament) -> None:
    assert "You have no bot that plays Dominion." in visit(as_charlie, PAGE)


@pytest.mark.parametrize("path", [ENTER, LEAVE])
def test_visitors_log_in_first(path: str, visitor: Client, sign_up: Tournament) -> None:
    assert "/accounts/login/?next=/tournaments/autumn-cup/" in visit(visitor, PAGE).hrefs
    assert visitor.post(path, {"bot": "alcuin"}).url.startswith("/accounts/login/")  # type: ignore[attr-defined]
    assert not sign_up.entrants.exists()


@pytest.mark.parametrize("path", [ENTER, LEAVE])
def test_looking_changes_nothing(path: str, as_alice: Client, sign_up: Tournament) -> None:
    assert as_alice.get(path).status_code == 405


def test_an_owner_withdraws_in_the_middle(as_alice: Client, cup: Tournament) -> None:
    assert "It forfeits its remaining matches here" in visit(as_alice, PAGE)
    said(as_alice, LEAVE, "alcuin")
    entrant = cup.entrants.get(bot__slug="alcuin")
    assert (entrant.state, entrant.last_round) == (Entrant.State.WITHDRAWN, 1)
