"""A third game in a real browser, on a platform that has it registered: see tests/tiny."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.arena.processes import ROOT
from tests.browser.platforms import prepare, running
from tests.browser.rows import order_tiny_match
from tests.browser.steps import awaited, sign_up, suits_everybody

pytestmark = [pytest.mark.browser, pytest.mark.jail]

STARTUP = ROOT / "tests" / "tiny" / "startup"
PATHS = os.pathsep.join(map(str, (STARTUP, ROOT, ROOT / "platform")))


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a platform that knows the tiny game and plays a match of it; yield its address."""
    state: Path = tmp_path_factory.mktemp("tiny")
    prepare(state, order_tiny_match, PYTHONPATH=PATHS)
    with running(state, PYTHONPATH=PATHS) as address:
        yield address


@pytest.fixture
def page(new_context: CreateContextCallback, platform: str) -> Page:
    """A page of that platform."""
    return new_context(base_url=platform).new_page()


def watch(page: Page) -> None:
    """Open the replay of the match, once it is played."""
    row = awaited(page, "/matches/?game=tiny", "tr", "finished")
    page.goto(f"{row.css('a')[0].attributes['href']}games/1/replay/")
    expect(page.locator(".replay.ready")).to_be_visible()


def sit_down(page: Page, person: str) -> None:
    """Begin a game against Alice's bot."""
    sign_up(page, person)
    page.goto("/play/against/alcuin/")
    page.get_by_label("Ladder rules").select_option(label="Tiny with default rules")
    page.get_by_role("button", name="Start game").click()


def test_its_replay_is_watched_as_text(quiet_page: Page) -> None:
    page = quiet_page
    watch(page)
    pot = page.locator("[data-part=board] .position-rows div").filter(has_text="Pot")
    expect(pot).to_contain_text("9")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-part=sentence]")).to_contain_text(re.compile(r"takes \d\."))
    expect(pot).not_to_contain_text("9")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".asked")).to_contain_text("How much do you take?")
    expect(page.locator(".option.picked")).to_have_count(1)
    expect(page.get_by_role("combobox", name="Show")).to_be_hidden()
    page.get_by_text("Position as text").click()
    expect(page.locator("[data-part=text]")).to_contain_text(re.compile(r"Pot: \d"))
    page.keyboard.press("End")
    expect(page.locator("[data-part=sentence]")).to_contain_text("The game ends")


def test_it_is_played_by_hand_to_its_end(quiet_page: Page) -> None:
    page = quiet_page
    table = page.locator("#table")
    sit_down(page, "perdita")
    expect(page.locator("#board .position-rows")).to_contain_text("Pot")
    expect(page.get_by_role("heading", name="How much do you take?")).to_be_visible()
    while True:
        expect(table).not_to_have_attribute("data-status", "waiting")
        if table.get_attribute("data-status") != "asking":
            break
        number = table.get_attribute("data-number")
        page.get_by_role("radio").first.check()
        page.get_by_role("button", name="Confirm").click()
        expect(table).not_to_have_attribute("data-number", str(number))
    expect(page.get_by_text("Ended by: the pot is empty")).to_be_visible()
    page.get_by_role("link", name="Watch replay").click()
    expect(page.locator(".replay.ready")).to_be_visible()


def test_its_pages_suit_everybody(page: Page) -> None:
    watch(page)
    suits_everybody(page)
    sit_down(page, "florizel")
    expect(page.locator("#board .position-rows")).to_contain_text("Pot")
    suits_everybody(page)
