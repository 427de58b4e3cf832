"""The header: one row of one height on every page, with menus that need no script."""

import pytest
from playwright.sync_api import BrowserContext, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.steps import too_wide
from tests.browser.test_pages import log_in
from tests.cast import alice
from website.accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HEIGHT = 56  # pixels
WIDTHS = (320, 390, 800, 1024, 1100, 1280)


@pytest.fixture
def context(new_context: CreateContextCallback, live_server: LiveServer) -> BrowserContext:
    """A browser without scripts and with a small phone's screen."""
    phone: ViewportSize = {"width": 390, "height": 800}
    return new_context(base_url=live_server.url, java_script_enabled=False, viewport=phone)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_header_is_one_row_of_one_height(
    language: str, new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    person = alice()
    User.objects.filter(pk=person.pk).update(
        username="bartholomew-of-canterbury", is_staff=True, is_superuser=True
    )
    person.refresh_from_db()
    page = new_context(base_url=live_server.url, locale=language).new_page()
    for path in ("/", "/bots/upload/", "/ladders/"):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(path)
            box = page.locator(".masthead").bounding_box()
            assert box
            assert (box["height"], too_wide(page)) == (HEIGHT, 0), (path, width)
        log_in(page, person, live_server)


def test_the_menus_work_without_scripts(context: BrowserContext, live_server: LiveServer) -> None:
    page = context.new_page()
    log_in(page, alice(), live_server)
    page.goto("/")
    places = page.get_by_role("navigation", name="Main")
    expect(places.get_by_role("link", name="Ladders")).to_be_hidden()
    places.get_by_role("button", name="Menu").press("Enter")
    places.get_by_role("link", name="Ladders").click()
    expect(page.get_by_role("heading", name="Ladders", level=1)).to_be_visible()
    account = page.get_by_role("navigation", name="Account")
    account.get_by_role("button", name="alice").click()
    account.get_by_role("link", name="My bots").click()
    expect(page).to_have_title("My bots · Kingsbench")
    account.get_by_role("button", name="alice").click()
    page.keyboard.press("Escape")
    expect(account.get_by_role("link", name="Log out")).to_be_hidden()
    account.get_by_role("button", name="alice").click()
    expect(account.get_by_role("link", name="Dashboard")).to_have_count(0)
    account.get_by_role("link", name="Log out").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
