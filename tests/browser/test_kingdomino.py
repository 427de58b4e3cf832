"""Kingdomino in a real browser: an organiser's form, and kingdoms at every width and colour."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine import catalogue
from engine.kingdomino.dominoes import DOMINOES
from engine.kingdomino.kingdom import Kingdom, Where
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
            expect(kingdom).to_have_accessible_description(re.compile("^Row by row from the top: "))
            box = kingdom.bounding_box()
            assert box
            assert 200 < box["width"] <= width - 20
            assert box["width"] == pytest.approx(box["height"], abs=1)
            assert tells_terrains_apart(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto("/dominoes/#domino-48")
    domino = page.get_by_role("img", name="Domino 48: wheat, mine with 3 crowns")
    expect(domino).to_be_in_viewport()
    expect(domino.locator("text")).to_have_text("48")
    expect(page.locator(".stock svg")).to_have_count(len(DOMINOES))
    crowns = sum(one.left_crowns + one.right_crowns for one in DOMINOES.values())
    expect(page.locator(".stock use[href='#crown']")).to_have_count(crowns)


def test_a_kingdom_on_the_page_of_a_match_is_drawn_domino_by_domino(quiet_page: Page) -> None:
    page = quiet_page
    page.goto(finished_match(page, "kingdomino"))
    drawing = page.locator("[data-kingdom]").first
    data = json.loads(drawing.get_attribute("data-kingdom") or "")
    expect(drawing.locator(".piece")).to_have_count(len(data["numbers"]))
    expect(drawing.locator(".tag-number")).to_have_text([str(one) for one in data["numbers"]])
    expect(drawing.locator(".free")).to_have_count(data["size"] ** 2)
    expect(drawing.locator("use[href='#crown']")).to_have_count(
        sum(tile[3] for tile in data["tiles"])
    )


def test_kingdoms_and_dominoes_are_words_without_javascript(
    page: Page, browser: Any, platform: str
) -> None:
    address = finished_match(page, "kingdomino")
    plain = browser.new_context(java_script_enabled=False, base_url=platform).new_page()
    plain.goto(address)
    expect(plain.get_by_text("Row by row from the top: ").first).to_be_visible()
    plain.goto("/dominoes/")
    expect(plain.get_by_text("Domino 48: wheat, mine with 3 crowns")).to_be_visible()
    plain.context.close()


# --- shapes --------------------------------------------------------------------------------------
@pytest.fixture
def open_page(page: Page) -> Page:
    """Open a page of the platform, from which its modules can be imported."""
    page.goto("/dominoes/")
    return page


def shapes(page: Page, words: str, given: Any = None) -> Any:
    """Evaluate an expression with the module `shapes` and the value `given`."""
    module = 'await import("/static/js/games/kingdomino/shapes.js")'
    return page.evaluate(f"async (given) => {{ const shapes = {module}; return {words}; }}", given)


def tiles(*dominoes: tuple[int, tuple[int, int, int, int]]) -> list[Any]:
    """The tiles of a kingdom, domino by domino."""
    kingdom = Kingdom(7)
    for number, where in dominoes:
        kingdom = kingdom.place(DOMINOES[number], Where(where))
    return [list(tile) for tile in kingdom.tiles]


def test_the_window_holds_the_kingdom_with_its_castle_as_near_the_middle_as_can_be(
    open_page: Page,
) -> None:
    def corner(size: int, *dominoes: tuple[int, tuple[int, int, int, int]]) -> Any:
        return shapes(open_page, "shapes.cornerOf(...given)", [tiles(*dominoes), size])

    assert corner(5) == [-2, 2]
    assert corner(5, (1, (1, 0, 1, 0))) == [-2, 2]
    assert corner(5, (1, (1, 0, 1, 0)), (2, (3, 0, 1, 0))) == [0, 2]
    assert corner(7, (1, (0, -1, 0, -1)), (2, (0, -3, 0, -1))) == [-3, 2]


def test_y_runs_upwards_in_the_game_and_downwards_in_the_drawing(open_page: Page) -> None:
    laid = tiles((19, (0, 1, 0, 1)))
    ((lower, upper),) = (
        one["halves"] for one in shapes(open_page, "shapes.pieces(given, [-2, 2])", laid)
    )
    unit, edge = shapes(open_page, "[shapes.UNIT, shapes.EDGE]")
    assert (lower["terrain"], lower["crowns"], upper["terrain"]) == ("wheat", 1, "forest")
    assert (upper["x"], upper["y"] + unit) == (lower["x"], lower["y"])
    castle = shapes(open_page, "shapes.castleAt([-2, 2])")
    assert [lower["x"], lower["y"] + unit] == castle == [edge + 2 * unit, edge + 2 * unit]


def test_walls_are_where_terrains_differ_but_never_across_a_domino(open_page: Page) -> None:
    def walls(*dominoes: tuple[int, tuple[int, int, int, int]]) -> int:
        drawn = shapes(open_page, "shapes.walls(given, [-2, 2])", tiles(*dominoes))
        return str(drawn).count("M")

    assert walls((19, (1, 0, 1, 0))) == 6  # the domino's outline; its halves differ
    assert walls((1, (1, 0, 1, 0)), (2, (1, 1, 1, 0))) == 8  # four squares of wheat as one
    divided = "shapes.pieces(given, [-2, 2])[0].divided"
    assert shapes(open_page, divided, tiles((19, (1, 0, 1, 0))))
    assert not shapes(open_page, divided, tiles((1, (1, 0, 1, 0))))


def test_areas_and_bonuses_add_up_to_the_score(open_page: Page) -> None:
    """Over games whose kingdoms are often full and centred, and earn either bonus or none."""
    variants = ["harmony", "middle_kingdom"]
    scored = (
        "given.map((one) => [...shapes.areas(one.tiles), ...shapes.bonuses(one.tiles, 5, "
        f"{json.dumps(variants)})].reduce((sum, {{ points }}) => sum + points, 0))"
    )
    seats = [seat for seed in range(12) for seat in greedy_end(seed, variants)]
    assert shapes(open_page, scored, seats) == [seat["score"] for seat in seats]
    bonuses = shapes(
        open_page, f"given.map(({{ tiles }}) => shapes.bonuses(tiles, 5, {variants}).length)", seats
    )
    assert {0, 1} <= set(bonuses)


def greedy_end(seed: int, variants: list[str]) -> list[Any]:
    """Return the seats of a game of default answers after its end."""
    game = catalogue.new("kingdomino", seats=2, config={"variants": variants}, seed=seed)
    while game.decision is not None:
        game.choose(game.decision.default)
    return list(game.view(None)["seats"])


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_crowns_stay_clear_of_the_number_whichever_way_a_domino_lies(
    step: tuple[int, int], open_page: Page
) -> None:
    given = [[[0, 0, *step], [list(half) for half in one.halves]] for one in DOMINOES.values()]
    pieces = shapes(open_page, "given.map((one) => shapes.piece(...one))", given)
    tags = shapes(open_page, "given.map(shapes.tagAt)", [one["middle"] for one in pieces])
    for piece, tag in zip(pieces, tags, strict=True):
        for half in piece["halves"]:
            left, top, width = half["pill"]
            assert half["x"] < left
            assert left + width < half["x"] + 60
            apart = top + 17 <= tag["y"] or tag["y"] + tag["height"] <= top
            beside = left + width <= tag["x"] or tag["x"] + tag["width"] <= left
            assert not half["crowns"] or apart or beside


def tells_terrains_apart(page: Page) -> bool:
    """Return whether each terrain on the page has its own ground and ink, and is drawn."""
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
