"""A running match is watched as it is played, by two visitors without an account."""

import html
import json
import re
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.arena.processes import Platform
from tests.arena.queue.rows import Queue
from tests.browser.rows import order_slow_match

pytestmark = [pytest.mark.browser, pytest.mark.jail]


class Polls:
    """Responses to a page's polls for the running game."""

    def __init__(self, page: Page) -> None:
        self.answers: list[int | str] = []
        page.on("response", self._note)

    def _note(self, response: Response) -> None:
        if response.url.endswith("/live/"):
            is_new = response.status == HTTPStatus.OK
            self.answers.append(response.text() if is_new else response.status)

    @property
    def course(self) -> str:
        """One letter per response: a shown game, other news, or nothing new."""
        return "".join(
            ("G" if "data-table" in one else "N") if isinstance(one, str) else f"[{one}]"
            for one in self.answers
        )

    @property
    def seats(self) -> Sequence[dict[str, Any]]:
        """All seats of all positions that were sent."""
        pages = [one for one in self.answers if isinstance(one, str)]
        tables = [found[1] for one in pages if (found := re.search('data-table="(.*?)"', one))]
        shown = [json.loads(html.unescape(table))["position"] for table in tables]
        return [seat for position in shown for seat in position["seats"]]


@pytest.fixture
def match(platform: str, state: Path) -> int:
    """A match in the queue of the platform that all share, not yet due."""
    return Platform(state / "var").call(order_slow_match)


def test_anybody_watches_a_match_from_the_queue_to_its_end_on_one_page(
    quiet_page: Page, new_context: CreateContextCallback, platform: str, queue: Queue, match: int
) -> None:
    page = quiet_page
    german = new_context(base_url=platform, locale="de-DE").new_page()
    polls = Polls(page)
    for visitor in (page, german):
        visitor.goto(f"/matches/{match}/")
        visitor.evaluate("window.stayed = true")
    expect(page.get_by_text("Waiting for a free worker.")).to_be_visible()
    expect(german.get_by_text("Wartet auf einen freien Worker.")).to_be_visible()
    queue.release(1)
    see_it_played(page, "Game 1, live", "draws 5 cards.")
    see_it_played(german, "Spiel 1, live", "zieht 5 Karten.")
    for secret in ("games/1/replay.json", "games/1/replay/", "games/1/record.json"):
        assert page.request.get(f"/matches/{match}/{secret}").status == HTTPStatus.NOT_FOUND
    see_its_end(page, "finished", "Seed")
    see_its_end(german, "beendet", "Startwert")
    assert re.search(r"G.*\[304\].*G", polls.course), polls.course
    assert polls.course.endswith("N"), "the last answer asks for no more"
    assert len({seat["turns"] for seat in polls.seats}) > 2
    assert any(seat["hand_size"] for seat in polls.seats)
    assert not any(seat["hand"] or "deck" in seat for seat in polls.seats)


def see_it_played(page: Page, title: str, words: str) -> None:
    """Check that the game is shown on the board and in words, without hidden cards."""
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.locator("#live-board .supply")).to_be_visible()
    told = page.locator("#live-game .news")
    expect(told).to_contain_text(words)
    assert not re.search(r"(draws|zieht) (\w+ )?(Copper|Kupfer|Estate|Anwesen)", told.inner_text())


def see_its_end(page: Page, status: str, secret: str) -> None:
    """Check that the open page shows the result and stops polling."""
    expect(page.get_by_role("status")).to_contain_text(status)
    expect(page.get_by_text(secret, exact=True)).to_be_visible()
    expect(page.locator("#live-board")).to_be_hidden()
    expect(page.locator("[data-live]")).to_have_count(0)
    assert page.evaluate("window.stayed"), "it was not loaded again"
