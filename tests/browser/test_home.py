"""The game on the home page: it plays in a loop, can be paused, and moves nothing else."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.axe import violations
from tests.cast import alice
from tests.patience import PROMPT
from tests.tooling.processes import within
from tests.website.games.kingdomino.tables import a_match, play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHIFTS = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(
    list.getEntries().reduce((sum, entry) => sum + entry.value, 0)
  )).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(0), 300);
})"""


@pytest.fixture
def home(transactional_db: None, live_server: LiveServer) -> str:
    a_match(alice(), play(2, {"variants": ["mighty_duel"]}, seed=1), {"variants": ["mighty_duel"]})
    return live_server.url


def hidden(page: Page) -> int:
    return page.locator(".featured .later").count()


def test_the_game_plays_until_it_is_paused_and_shifts_nothing(page: Page, home: str) -> None:
    page.goto(home)
    progress = page.locator(".featured progress")
    assert within(PROMPT, lambda: hidden(page) > 0)
    page.get_by_role("button", name="Pause").click()
    stood = hidden(page), progress.evaluate("one => one.value")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert (hidden(page), progress.evaluate("one => one.value")) == stood
    page.get_by_role("button", name="Play").click()
    assert within(PROMPT, lambda: progress.evaluate("one => one.value") > stood[1])
    assert page.evaluate(SHIFTS) < 0.01


def test_where_motion_is_not_wanted_the_end_of_the_game_stands(page: Page, home: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(home)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert hidden(page) == 0
    assert violations(page) == []
