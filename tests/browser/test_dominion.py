"""Dominion in a real browser: an organiser's form, and the cards of a possessed seat."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

from engine import catalogue
from tests.browser.steps import suits_everybody
from tests.browser.test_pages import log_in
from tests.cast import charlie, olga
from tests.website.play.test_possessed import possessing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_organiser_chooses_a_bane_and_a_black_market_deck(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    page = new_context(base_url=live_server.url).new_page()
    log_in(page, olga(), live_server)
    page.goto("/ladders/new/")
    bane, deck = page.get_by_label("Bane"), page.get_by_label("Black Market deck")
    expect(bane).to_be_hidden()
    page.get_by_label("Name", exact=True).fill("Witches")
    page.get_by_role("radio", name=re.compile("^random")).check()
    page.get_by_label("Cornucopia").check()
    page.get_by_label("Promotional cards").check()
    page.get_by_text("Young Witch and Black Market").click()
    bane.select_option("Hamlet")
    deck.fill("Smithy, Stash")
    page.get_by_role("button", name="Create ladder").click()
    expect(page.get_by_text("There is no card named “Stash”.")).to_be_visible()
    expect(deck).to_have_value("Smithy, Stash")
    expect(bane).to_have_value("Hamlet")
    suits_everybody(page)
    deck.fill("Smithy")
    page.get_by_role("button", name="Create ladder").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Witches")
    expect(page.get_by_text("Bane of Young Witch: Hamlet")).to_be_visible()
    expect(page.get_by_text("Black Market deck: Smithy")).to_be_visible()
    suits_everybody(page)


WATCH = """async (position) => {
  const { draw } = await import("/static/js/games/dominion.js");
  const { loadBoard } = await import("/static/js/board/load.js");
  const { words } = await loadBoard("/matches/words/dominion/");
  draw(document.querySelector("main"), position, { names: ["Zoë", "Yan"], words, config: {} });
}"""


def test_a_card_of_the_possessed_is_picked_on_the_board(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    page = new_context(base_url=live_server.url).new_page()
    log_in(page, charlie(), live_server)
    page.goto(f"/play/{possessing().pk}/")
    expect(page.get_by_role("status")).to_contain_text("In the turn of big-money")
    possessed = page.get_by_role("region", name="big-money, on turn")
    expect(possessed).to_contain_text("you decide")
    possessed.locator("[data-card=Cellar]").click()
    expect(page.get_by_role("radio", name=re.compile("Cellar"))).to_be_checked()
    suits_everybody(page)
    position = catalogue.new("dominion", seats=2, seed=1).view(None)
    page.evaluate(WATCH, position)  # nobody plays it
    expect(page.get_by_role("region", name="Zoë, on turn")).to_contain_text("0 turns taken")
    expect(page.get_by_text("you decide")).to_have_count(0)
