"""Drafts, also cancelled ones, on all pages, feeds and in the API; they are deleted there."""

import pytest
from django.test import Client

from arena.models import Action, Bot, Tournament
from arena.tournaments.entries import admit_entrant
from arena.tournaments.lifecycle import cancel_tournament
from arena.tournaments.organise import make_tournament
from tests.arena.tournament_steps import opened, terms
from tests.cast import alice, charlie, olga
from tests.website.page import Page, visit
from tests.website.program import Program

PAGE, PATH = "/tournaments/autumn-cup/", "/api/v1/tournaments/autumn-cup/"
HIDDEN = (
    PAGE, f"{PAGE}organise/", f"{PAGE}edit/", "/feeds/tournaments/autumn-cup/news.atom", PATH,
    f"{PATH}standings/", f"{PATH}rounds/",
)  # fmt: skip
LISTS = (
    "/", "/tournaments/", "/search/?q=Autumn", "/api/v1/search/?q=Autumn", "/api/v1/tournaments/",
    "/api/v1/tournaments/?state=cancelled", "/bots/alcuin/", "/leagues/calendar.ics",
)  # fmt: skip


@pytest.fixture
def draft(alices_bot: Bot) -> Tournament:
    made = make_tournament(organiser=olga(), terms=terms())
    admit_entrant(organiser=olga(), tournament=made, bot=alices_bot)
    return made


@pytest.fixture
def cancelled(draft: Tournament) -> Tournament:
    return cancel_tournament(organiser=olga(), tournament=draft, reason="Made by mistake")


@pytest.mark.usefixtures("cancelled")
@pytest.mark.parametrize("who", ["visitor", "as_alice", "as_charlie"])
def test_a_cancelled_draft_is_nowhere_for_others(who: str, request: pytest.FixtureRequest) -> None:
    browser: Client = request.getfixturevalue(who)
    for address in HIDDEN:
        found = browser.get(address)
        assert found.status_code == 404 or found["Location"].startswith("/accounts/"), address
    for address in LISTS:
        found = browser.get(address)
        assert found.status_code == 200, address
        assert b"Autumn Cup" not in found.content, address
        assert b"autumn-cup" not in found.content, address
    for person in (alice(), charlie()):
        assert Program(person).put("/api/v1/following/tournaments/autumn-cup/").status_code == 404


@pytest.mark.usefixtures("cancelled")
def test_organisers_see_it_and_that_nobody_else_does(as_olga: Client) -> None:
    assert "Cancelled as a draft. Only organisers can see it." in visit(as_olga, PAGE)
    assert "Autumn Cup" in visit(as_olga, "/tournaments/")


def test_a_draft_is_deleted_on_its_page(as_olga: Client, draft: Tournament) -> None:
    assert "Delete the draft" in visit(as_olga, f"{PAGE}organise/").buttons
    page = Page(as_olga.post(f"{PAGE}delete/", follow=True))
    assert page.message == "The draft “Autumn Cup” was deleted."
    assert not Tournament.objects.exists()
    assert "Autumn Cup" in visit(as_olga, f"/audit/?target=tournament+{draft.pk}")


@pytest.mark.usefixtures("cancelled")
def test_a_cancelled_draft_is_deleted_in_the_api() -> None:
    assert Program(olga()).delete(PATH).status_code == 204
    assert not Tournament.objects.exists()
    assert Action.objects.filter(verb="delete_draft").count() == 1


@pytest.mark.usefixtures("draft")
def test_others_cannot_delete_it(as_alice: Client, visitor: Client) -> None:
    assert as_alice.post(f"{PAGE}delete/").status_code == 404
    assert visitor.post(f"{PAGE}delete/")["Location"].startswith("/accounts/login/")
    assert as_alice.get(f"{PAGE}delete/").status_code == 405
    assert Program(alice()).delete(PATH).status_code in {403, 404}
    assert Program().delete(PATH).status_code == 401
    assert Tournament.objects.exists()


def test_what_was_open_is_not_deleted(as_olga: Client, ladder: object) -> None:
    opened()
    assert "Delete the draft" not in visit(as_olga, f"{PAGE}organise/").buttons
    assert "can only be cancelled" in Page(as_olga.post(f"{PAGE}delete/", follow=True)).message
    assert Program(olga()).delete(PATH).status_code == 409
    assert Tournament.objects.exists()
