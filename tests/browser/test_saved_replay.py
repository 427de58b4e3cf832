"""A replay as a page of its own, opened from the disk."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine import catalogue
from kit.watch import replay_page, replays
from tests.engine.test_golden import play

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", ["dominion", "kingdomino"])
def test_it_needs_no_server_and_asks_for_nothing(page: Page, tmp_path: Path, game: str) -> None:
    dealt = catalogue.new(game, seats=2, seed=4)
    replay = replays.of_data(play(dealt, wandering=True).record())
    file = tmp_path / "game.html"
    replay_page.write(replay, file)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    expect(page.locator(".replay.ready")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-part=sentence]")).to_contain_text("The game ends")
    expect(page.locator("[data-part=result]")).to_have_text(re.compile(r"wins \d+"))
    assert {address.partition(":")[0] for address in asked} <= {"file", "data"}
    assert [address for address in asked if address.startswith("file:")] == [file.as_uri()]
