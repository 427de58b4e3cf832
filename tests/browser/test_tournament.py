"""A tournament as its organiser runs it, in a real browser on the real platform."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import WIDTHS, log_in_as_organiser

pytestmark = [pytest.mark.browser, pytest.mark.jail]


def test_an_organiser_runs_a_round_robin_of_house_bots(quiet_page: Page, state: Path) -> None:
    page = quiet_page
    log_in_as_organiser(page, state)
    page.goto("/tournaments/new/")
    page.get_by_label("Name", exact=True).fill("House Cup")
    page.get_by_role("radio", name=re.compile("^Kingdomino")).check()
    page.get_by_role("radio", name=re.compile("^Round robin")).check()
    page.get_by_role("radio", name="chosen by organisers").check()
    page.get_by_label("Games per match").fill("1")
    page.get_by_label("Maximum number of entrants").fill("3")
    page.get_by_role("button", name="Preview rounds and duration").click()
    expect(page.get_by_role("region", name="Estimate").get_by_role("row")).to_have_text(
        [re.compile("Entrants"), re.compile(r"^\s*3\s+3\s+3\s")]
    )
    page.get_by_role("button", name="Create tournament").click()

    page.get_by_role("button", name="Open tournament").click()
    page.get_by_label("Bots for this game").select_option(index=[0, 1, 2])
    page.get_by_role("button", name="Admit", exact=True).click()
    expect(page.get_by_text("3 bots admitted.")).to_be_visible()
    page.get_by_role("button", name="Close entries now").click()
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_text("The first round is paired.")).to_be_visible()

    page.goto("/tournaments/house-cup/")
    expect(page.get_by_role("heading", name="Champion")).to_be_visible()
    expect(page.locator("[data-live]")).to_have_count(0)
    expect(page.get_by_role("table").nth(1).get_by_role("link")).to_have_count(6)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 850})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("table").nth(1).get_by_role("link").first.click()
    expect(page.get_by_role("main").get_by_role("link", name="House Cup")).to_be_visible()
