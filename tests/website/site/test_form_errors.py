"""A form with errors says first how many there are, and leads to each."""

import pytest
from django.test import Client

from arena.models import Bot, Ladder
from tests.website.page import Page, visit
from website.accounts.models import User

FORMS = {
    "/ladders/new/": {"game": "dominion"},
    "/tournaments/new/": {"game": "dominion", "format": "swiss"},
    "/leagues/new/": {"game": "dominion"},
    "/bots/upload/": {"name": "?"},
    "/bots/alcuin/edit/": {"name": "?"},
    "/bots/bede/challenge/": {"match_count": "0"},
    "/accounts/profile/": {"web": "no address"},
    "/accounts/tokens/": {"name": ""},
    "/accounts/webhooks/": {"url": ""},
    "/accounts/password/change/": {},
}


@pytest.mark.parametrize("path", FORMS)
def test_a_form_says_how_many_fields_need_a_change_and_leads_to_them(
    path: str, as_alice: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    User.objects.update(is_staff=True)
    answer = as_alice.post(path, FORMS[path])
    page = Page(answer)
    summary = page.parts("[data-problems]")[0]
    assert page.has("[data-problems][autofocus][tabindex]")
    assert page.errors
    links = [link for part in page.parts("[data-problems]") for link in part.hrefs]
    assert len(links) == len(page.errors)
    count = len(summary.hrefs)
    assert (f"{count} field needs" if count == 1 else f"{count} fields need") in summary
    for link in links:
        assert page.has(f"[id={link.removeprefix('#')}]"), link


def test_a_form_without_errors_says_nothing(as_alice: Client, ladder: Ladder) -> None:
    assert not visit(as_alice, "/bots/upload/").has("[data-problems]")


@pytest.mark.parametrize("sent", [{"login": "x", "password": "y"}, {}])
def test_a_visitor_who_signs_up_or_logs_in_is_led_to_the_problem(
    sent: dict[str, str], client: Client, db: None
) -> None:
    assert Page(client.post("/accounts/login/", sent)).has("[data-problems][autofocus]")


def test_filters_lead_to_theirs(client: Client, ladder: Ladder) -> None:
    page = visit(client, "/matches/?version=x")
    assert page.part("[data-problems]").hrefs == ["#id_version"]
