"""The Black Market deck on the board: cards turned up are shown, picked and hidden again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import catalogue
from engine.dominion.replay import ReplayState, seen_by
from tests.engine.test_golden import wander
from website.games.registry import site_game

pytestmark = [pytest.mark.browser, pytest.mark.jail]

NAMES = ["Zoë", "Yan"]
KINGDOM = [
    "Black Market", "Festival", "Throne Room", "Village", "Smithy", "Moat", "Cellar", "Market",
    "Laboratory", "Witch",
]  # fmt: skip
DRAW = """async ([position, choose]) => {
  const { draw } = await import("/static/js/games/dominion.js");
  const { loadBoard } = await import("/static/js/board/load.js");
  const board = await loadBoard("/matches/words/dominion/");
  const main = document.querySelector("main");
  const options = { names: ["Zoë", "Yan"], words: board.words, config: {}, seat: 0, marks: {} };
  window.picked = [];
  const onPick = (zone, name) => window.picked.push(`${zone} ${name}`);
  if (choose) options.choose = { seat: 0, market: choose, onPick };
  draw(main, position, options);
}"""
SEEN = """async ([position, seat]) => {
  const { seenBy } = await import("/static/js/games/dominion.js");
  return seenBy(position, seat);
}"""
AS_TEXT = """async (position) => {
  const { asText } = await import("/static/js/games/dominion.js");
  const { loadBoard } = await import("/static/js/board/load.js");
  const { words } = await loadBoard("/matches/words/dominion/");
  return asText(position, { names: ["Zoë", "Yan"], words, scores: [1, 2] });
}"""


def positions() -> list[dict[str, Any]]:
    """Positions of a replay: cards turned up, put under by both seats, and the last one."""
    config = {"kingdom": KINGDOM, "turn_limit": 30, "bane": "Oasis"}
    game = catalogue.new("dominion", seats=2, seed=3, config=config)
    number = 0
    while (decision := game.decision) is not None:
        game.choose(wander(decision, number))
        number += 1
    stage, found = ReplayState(game.record()), []
    for event in game.events(None):
        stage.apply(event)
        if event["type"] in ("turn_up", "put_under", "end"):
            found.append(stage.position())
    return [found[0], found[1], found[len(found) // 2], found[-1]]


def test_the_page_says_and_hides_what_the_engine_does(quiet_page: Page) -> None:
    page = quiet_page
    page.goto("/")
    first, *others = positions()
    marked = first | {"tokens": {"Embargo": {"Village": 2}, "Trade Route": ["Estate"]}}
    possessed = first | {"extra": "Possession", "possessor": 1 - first["current"]}
    for position in (first, *others, marked, possessed):
        assert page.evaluate(AS_TEXT, position) == rows(position)
        for seat in (None, 0, 1):
            seen = seen_by(position, seat)
            assert page.evaluate(SEEN, [position, seat]) == seen
            assert page.evaluate(AS_TEXT, seen) == rows(seen)


def rows(position: dict[str, Any]) -> list[list[str]]:
    found = site_game("dominion").position_rows(position, NAMES, [1, 2])
    return [[row.label, row.text] for row in found]


def test_a_card_turned_up_is_picked_on_the_board(quiet_page: Page) -> None:
    page = quiet_page
    page.goto("/")
    position = next(one for one in positions() if one["black_market"]["shown"])
    first, *others = position["black_market"]["shown"]
    page.evaluate(DRAW, [seen_by(position, 0), [first]])
    market = page.locator(".of-market")
    expect(market).to_contain_text(f"{position['black_market']['size']} cards")
    expect(market.locator("[data-card]")).to_have_count(1 + len(others))
    for name in (first, *others):
        market.locator(f'[data-card="{name}"]').click()
    assert page.evaluate("window.picked") == [f"market {first}"]
    empty = position["black_market"] | {"shown": []}
    page.evaluate(DRAW, [seen_by(position | {"black_market": empty}, 0), None])
    expect(market.locator("[data-card]")).to_have_count(0)
    expect(market).not_to_have_attribute("hidden", "")
    without = {key: value for key, value in position.items() if key != "black_market"}
    page.evaluate(DRAW, [seen_by(without, 0), None])
    expect(market).to_have_attribute("hidden", "")
