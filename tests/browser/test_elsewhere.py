"""Logging in through a provider in a real browser: the content policy forbids forms that lead to
another host, and the provider's own host redirects to a second one."""

import re
from collections.abc import Iterator

import pytest
from allauth.socialaccount.models import SocialAccount
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.steps import suits_everybody
from tests.website.accounts.identity.offering import offer_providers
from tests.website.accounts.identity.server import OpenIDServer, openid_server
from tests.website.accounts.identity.test_config import GITHUB

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINKED = "/accounts/linked/"
UNLINK = re.compile("^Unlink.*dora$")


@pytest.fixture
def campus(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenIDServer]:
    """Offer a provider that asks on its own page, beside GitHub."""
    with openid_server() as server:
        server.asks = True
        names = {"KINGSBENCH_LOGINS": "github,campus"}
        offer_providers(GITHUB | server.environment() | names, settings, monkeypatch)
        yield server


@pytest.fixture
def browser_page(
    campus: OpenIDServer, new_context: CreateContextCallback, live_server: LiveServer
) -> Page:
    return new_context(base_url=live_server.url).new_page()


def complaints_of(page: Page) -> list[str]:
    """Collect the browser's errors from now on."""
    found: list[str] = []
    page.on("console", lambda told: found.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def go(page: Page) -> None:
    """Go to the provider and agree."""
    page.get_by_role("button", name="Continue with Campus Trier").click()
    expect(page).to_have_url(re.compile(r"^http://localhost:\d+/realms/campus/ask"))
    page.get_by_role("link", name="It is me").click()


def test_the_way_to_a_provider_and_back(browser_page: Page, campus: OpenIDServer) -> None:
    page, complaints = browser_page, complaints_of(browser_page)
    page.goto("/accounts/login/?next=/bots/")
    page.get_by_role("button", name="Continue with Campus Trier").click()
    expect(page.get_by_role("link", name="It is me")).to_be_visible()
    page.go_back()  # not to the redirecting page, which would redirect again
    expect(page.get_by_role("heading", name="Log in", exact=True)).to_be_visible()
    go(page)
    expect(page.get_by_label("Username")).to_have_value("dora")
    page.get_by_role("button", name="Sign up").click()
    account = page.get_by_role("navigation", name="Account")
    expect(account).to_contain_text("dora")
    assert page.url.endswith("/bots/")
    page.goto(LINKED)
    page.get_by_role("button", name=UNLINK).click()
    expect(page.get_by_text("This is your only way to log in")).to_be_visible()
    campus.person = {"sub": "p-2", "preferred_username": "dora at home"}
    go(page)
    expect(page.get_by_role("button", name=re.compile("^Unlink.*dora at home$"))).to_be_visible()
    page.get_by_role("button", name=UNLINK).click()
    expect(page.get_by_text("Campus Trier is no longer linked")).to_be_visible()
    assert [row.uid for row in SocialAccount.objects.all()] == ["p-2"]
    assert complaints == []


def test_every_page_on_the_way_can_be_used_by_everybody(
    browser_page: Page, campus: OpenIDServer
) -> None:
    page = browser_page
    failed = f"{LINKED}campus/callback/?state=forged"
    for address in ("/accounts/login/", "/accounts/signup/", f"{LINKED}cancelled/", failed):
        page.goto(address)
        suits_everybody(page)
    page.goto("/accounts/signup/")
    go(page)
    expect(page.get_by_role("heading", name="Sign up")).to_be_visible()
    suits_everybody(page)
    page.get_by_role("button", name="Sign up").click()
    page.goto(LINKED)
    suits_everybody(page)
