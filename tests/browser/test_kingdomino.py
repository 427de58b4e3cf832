"""Kingdomino in a real browser: an organiser's form, and kingdoms at every width and colour."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import THEMES, WIDTHS, finished_match, log_in_as_organiser

pytestmark = [pytest.mark.browser, pytest.mark.jail]


def test_an_organiser_chooses_a_game_and_then_its_options(quiet_page: Page, state: Path) -> None:
    page = quiet_page
    log_in_as_organiser(page, state)
    page.goto("/ladders/new/")
    expect(page.get_by_label("Recommended kingdom")).to_be_visible()
    expect(page.get_by_label("Harmony")).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Kingdomino")).check()
    expect(page.get_by_label("Recommended kingdom")).to_be_hidden()
    page.get_by_label("Name", exact=True).fill("Three courts")
    page.get_by_label("The Mighty Duel").check()
    page.get_by_label("Seats", exact=True).fill("3")
    page.get_by_label("Games per match", exact=True).fill("3")
    page.get_by_role("button", name="Create ladder").click()
    expect(page.get_by_text("The Mighty Duel needs 2 seats, not 3.")).to_be_visible()
    page.get_by_label("The Mighty Duel").uncheck()
    page.get_by_label("Harmony").check()
    page.get_by_role("button", name="Create ladder").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Three courts")
    expect(page.get_by_text("5 points for a kingdom without empty squares")).to_be_visible()


def test_kingdoms_and_dominoes_fit_a_phone_and_a_desk_by_day_and_by_night(
    quiet_page: Page,
) -> None:
    page = quiet_page
    page.goto(finished_match(page, "kingdomino"))
    kingdom = page.get_by_role("img", name=re.compile("^The kingdom of")).first
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            expect(kingdom).to_be_visible()
            expect(kingdom).to_have_accessible_description(re.compile("^Row by row from above: "))
            box = kingdom.bounding_box()
            assert box
            assert 200 < box["width"] <= width - 20
            assert box["width"] == pytest.approx(box["height"], abs=1)
            assert tells_terrains_apart(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto("/dominoes/#domino-48")
    domino = page.get_by_role("img", name="Domino 48: wheat, mine with 3 crowns")
    expect(domino).to_be_in_viewport()


def tells_terrains_apart(page: Page) -> bool:
    """Whether every terrain on the page has a ground and an ink of its own, and is drawn."""
    return bool(
        page.evaluate(
            """() => {
              const style = (query) => getComputedStyle(document.querySelector(query));
              const lands = [...new Set([...document.querySelectorAll("path.land")]
                .map((land) => land.classList[1]))];
              const grounds = lands.map((land) => style(`path.land.${land}`).fill);
              const drawn = lands.every((land) =>
                document.querySelector(`use.${land}`).getBBox().width > 20);
              return drawn && new Set(grounds).size === lands.length && lands.length > 2;
            }"""
        )
    )
