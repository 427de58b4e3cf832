"""The handbook in a real browser: old addresses with an anchor lead to the section's new page."""

import re

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OLD = "/handbook/bot-authors/#the-gauntlet"


def test_an_old_anchor_is_followed_and_is_a_link_without_javascript(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    page = new_context(base_url=live_server.url).new_page()
    page.goto(OLD)
    expect(page).to_have_url(re.compile(r"/handbook/bots/on-the-site/#the-gauntlet$"))
    plain = new_context(base_url=live_server.url, java_script_enabled=False).new_page()
    plain.goto(OLD)
    expect(plain.locator(".moved-section:visible")).to_have_count(1)
