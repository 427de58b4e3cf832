"""A person plays against bots in a real browser: by mouse, by keyboard, and without scripts."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.steps import ALL_LOOKS, LEAST_TARGET, PHONE, sign_up, suits_everybody

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


def test_kingdomino_is_played_with_the_thumb(
    new_context: CreateContextCallback, platform: str
) -> None:
    page = new_context(base_url=platform, **PHONE).new_page()
    sign_up(page, "dorcas")
    sit_down(page, "greedy", "Kingdomino with default rules")
    board, dock = page.locator(".court.own .board"), page.locator(".dock")
    while (state := state_of(page))[0] == "asking" and not board.locator(".spot").count():
        expect(dock.get_by_role("button", name="Confirm")).to_be_disabled()
        page.locator("#board .domino.choice").first.tap()
        dock.get_by_role("button", name="Confirm").tap()
        moved(page, state[1])
    expect(board).to_be_in_viewport(ratio=0.95)
    square = board.locator(".spot").nth(1)
    box = square.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= LEAST_TARGET
    square.tap()
    expect(board.locator(".ghost")).to_be_visible()
    first = ghost(page)
    square.tap()
    assert ghost(page) != first, "turned"
    dock.get_by_role("button", name="Turn").tap()
    dock.get_by_role("button", name="Undo").tap()
    expect(board.locator(".ghost")).to_have_count(0)
    expect(dock.get_by_role("button", name="Confirm")).to_be_disabled()
    square.tap()
    dock.get_by_text("As a list").tap()
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    dock.get_by_role("button", name="Confirm").tap()
    moved(page, state[1])


def ghost(page: Page) -> str:
    """Return where the domino is shown before it is placed."""
    drawn = page.locator(".ghost .outline")
    return " ".join(str(drawn.get_attribute(name)) for name in ("x", "y", "width", "height"))


def test_hand_and_question_of_dominion_are_in_sight_on_a_phone(
    new_context: CreateContextCallback, platform: str
) -> None:
    page = new_context(base_url=platform, **PHONE).new_page()
    sign_up(page, "emilia")
    sit_down(page, "big-money", FIRST_GAME)
    expect(page.locator(".own .of-hand .face").first).to_be_in_viewport(ratio=1)
    dock = page.locator(".dock")
    for name in ("Confirm", "Play all", "Undo"):
        expect(dock.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    page.locator(".own [data-card=Copper]").tap()
    dock.get_by_role("button", name="Undo").tap()
    expect(dock.get_by_role("button", name="Confirm")).to_be_disabled()
    dock.get_by_role("button", name="Play all").tap()
    moved(page, 0)
    expect(page.get_by_role("heading", name="Buy a card?")).to_be_in_viewport(ratio=1)


def reload_until(page: Page, awaited: Locator) -> Locator:
    """Reload while the other seat thinks; each page shows a link for that, or what is awaited."""
    link = page.get_by_role("link", name="Reload")
    while not awaited.is_visible():
        with page.expect_navigation():
            link.click()
    return awaited


def test_without_scripts_the_form_alone_plays(
    new_context: CreateContextCallback, platform: str
) -> None:
    page = new_context(base_url=platform, java_script_enabled=False).new_page()
    sign_up(page, "autolycus")
    page.goto("/play/against/big-money/")
    with page.expect_navigation():
        page.get_by_role("button", name="Start game").click()
    reload_until(page, page.get_by_role("button", name="Play all")).click()
    page.get_by_text("Position as text").click()
    expect(page.get_by_text(re.compile("40 Silver"))).to_be_visible()
    page.get_by_role("radio", name=re.compile("Copper")).check()
    with page.expect_navigation():
        page.get_by_role("button", name="Confirm").click()
    reload_until(page, page.get_by_text("Since your last turn"))
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
