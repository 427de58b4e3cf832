"""A person plays against bots in a real browser: by mouse, by keyboard, and without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.steps import ALL_LOOKS, sign_up, suits_everybody

pytestmark = [pytest.mark.browser, pytest.mark.jail]

BY_MOUSE = 6
FIRST_GAME = "Dominion: first game (Dominion, 2 seats)"


def sit_down(page: Page, bot: str, rules: str) -> None:
    page.goto(f"/play/against/{bot}/")
    page.get_by_label("Ladder rules").select_option(label=rules)
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#board > *")).to_be_visible()


def sit_down_with_coppers(page: Page, least: int = 3) -> None:
    """Start games until the hand holds enough Coppers; one in twelve has two."""
    while True:
        sit_down(page, "big-money", FIRST_GAME)
        expect(page.get_by_role("heading", name="Play treasures?")).to_be_visible()
        if page.get_by_role("checkbox", name=re.compile("Copper")).count() >= least:
            return
        page.get_by_role("button", name="Resign").click()
        expect(page.get_by_role("heading", name="Resigned")).to_be_visible()


def state_of(page: Page) -> tuple[str, int]:
    """Wait for the bots; return the status and the number of choices so far."""
    table = page.locator("#table")
    expect(table).not_to_have_attribute("data-status", "waiting")
    status, number = (table.get_attribute(f"data-{name}") for name in ("status", "number"))
    return str(status), int(number or 0)


def moved(page: Page, number: int) -> None:
    """Wait until the answer has been taken."""
    expect(page.locator("#table")).not_to_have_attribute("data-number", str(number))


def move_by_mouse(page: Page) -> None:
    spot = page.locator("#board .spot").first
    domino = page.locator("#board button.domino.choice").first
    (spot if spot.count() else domino).click()
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    page.get_by_role("button", name="Confirm").click()


def move_by_keyboard(page: Page) -> None:
    page.keyboard.press("1")
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    page.keyboard.press("Enter")


def test_a_whole_game_by_mouse_and_by_keyboard(quiet_page: Page) -> None:
    page = quiet_page
    sign_up(page, "perdita")
    sit_down(page, "greedy", "Kingdomino with default rules")
    moves = 0
    while (state := state_of(page))[0] == "asking":
        (move_by_mouse if moves < BY_MOUSE else move_by_keyboard)(page)
        moved(page, state[1])
        moves += 1
    assert moves > 2 * BY_MOUSE
    expect(page.get_by_role("heading", name=re.compile("^(You won|Your rank: 2)"))).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("The game is over")
    expect(page.get_by_text("Seed")).to_be_visible()
    page.get_by_role("link", name="Watch replay").click()
    expect(page.get_by_role("button", name="Next turn")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Play again from the next seat").click()
    expect(page).to_have_url(re.compile(r"/play/\d+/$"))
    page.goto("/play/")
    expect(page.get_by_role("heading", name="Your last games")).to_be_visible()


def test_cards_are_picked_on_the_board_taken_back_and_sent(quiet_page: Page) -> None:
    page = quiet_page
    sign_up(page, "florizel")
    sit_down_with_coppers(page)
    copper = page.locator("#board .of-hand [data-card=Copper]")
    copper.click()
    copper.click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.locator("#prompt").focus()
    page.keyboard.press("Backspace")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    copper.click()
    copper.click()
    copper.click()
    page.get_by_role("button", name="Confirm (3)").click()
    moved(page, 0)
    silver = page.locator("#board .supply [data-card=Silver]")
    if page.get_by_role("button", name="Play all").is_visible():
        page.get_by_role("button", name="Play all").click()
    expect(page.get_by_role("heading", name="Buy a card?")).to_be_visible()
    silver.click()
    expect(silver).to_have_class(re.compile("marked"))
    silver.click()
    expect(page.get_by_text("Since your last turn")).to_be_visible()
    expect(page.locator(".news")).to_contain_text("Big Money draws 5 cards.")
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Resigned")).to_be_visible()


def test_without_scripts_the_form_alone_plays(
    new_context: CreateContextCallback, platform: str
) -> None:
    page = new_context(base_url=platform, java_script_enabled=False).new_page()
    sign_up(page, "autolycus")
    page.goto("/play/against/big-money/")
    page.get_by_role("button", name="Start game").click()
    page.get_by_role("button", name="Play all").click()
    page.get_by_text("Position as text").click()
    expect(page.get_by_text(re.compile("40 Silver"))).to_be_visible()
    page.get_by_role("radio", name=re.compile("Copper")).check()
    page.get_by_role("button", name="Confirm").click()
    while page.get_by_role("link", name="Reload").is_visible():
        page.get_by_role("link", name="Reload").click()
    expect(page.get_by_text("Since your last turn")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Resigned")).to_be_visible()


def test_nothing_keeps_anybody_from_playing(page: Page) -> None:
    sign_up(page, "mopsa")
    for address in ("/play/", "/play/against/greedy/"):
        page.goto(address)
        suits_everybody(page)
    sit_down(page, "big-money", FIRST_GAME)
    page.get_by_text("Position as text").click()
    suits_everybody(page, ALL_LOOKS)
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Resigned")).to_be_visible()
    suits_everybody(page)
    sit_down(page, "greedy", "Kingdomino with default rules")
    state_of(page)
    suits_everybody(page)
