"""The page of a bot: its rating chart by mouse, keyboard and table, and its owner's inbox."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright.pytest_playwright import CreateContextCallback

from arena.models import Bot
from tests.browser.steps import LOOKS, awaited, sign_up, suits_everybody, upload
from tests.cast import a_ladder, alice, bob
from tests.website.rows import make_bot, make_match, make_version

pytestmark = [pytest.mark.browser, pytest.mark.jail]

FAILING = "def decide(request):\n    print('I look for Gold')\n    return {}['Gold']\n"
PAGES = (
    "/bots/big-money/", "/bots/big-money/against/", "/bots/compare/?a=big-money&b=militia",
    "/bots/history/?bot=big-money&bot=militia&bot=random",
)  # fmt: skip


def wait_for_matches(page: Page) -> None:
    """Wait until a house bot has met two opponents, and that is counted; open its page."""
    awaited(page, "/bots/big-money/", "section[aria-labelledby=rivals] tbody tr + tr")
    awaited(page, "/bots/big-money/", "[data-ratings]")
    page.goto("/bots/big-money/")


def picture(chart: Locator) -> str:
    return str(chart.locator("canvas").evaluate("canvas => canvas.toDataURL()"))


def test_the_chart_is_seen_by_day_and_night_and_read_by_keyboard(quiet_page: Page) -> None:
    page = quiet_page
    page.emulate_media(color_scheme="light")
    wait_for_matches(page)
    chart = page.locator("[data-ratings]")
    expect(chart.locator("canvas")).to_be_visible()
    light = picture(chart)
    page.emulate_media(color_scheme="dark")
    expect(chart.locator("canvas")).to_be_visible()
    assert picture(chart) != light, "the colours are the theme's"

    slider = chart.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Match 1 · Rating "))
    page.keyboard.press("ArrowRight")
    expect(chart.locator("[data-said]")).to_have_text(re.compile(r"^Match 2 · .*interval.* · v1$"))

    chart.get_by_role("button", name="Per day").click()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^[A-Z][a-z]{2} \d+, \d{4} · "))
    chart.get_by_text("Show as table").click()
    expect(chart.locator("tbody tr").first).to_contain_text("v1")
    expect(chart.locator("figcaption")).to_contain_text("95 % confidence")


@pytest.mark.django_db(transaction=True)
def test_the_chart_marks_where_versions_begin(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    ladder = a_ladder()
    own, other = make_bot(alice(), "Alcuin", ladder), make_bot(bob(), "Bede", ladder)
    versions = [*own.versions.all(), *(make_version(own, ladder) for _ in range(2))]
    for version in (versions[0], versions[0], versions[1], versions[2]):
        make_match(ladder, version, other.versions.get())
    Bot.objects.filter(pk=own.pk).update(current=versions[2])
    page = new_context(base_url=live_server.url).new_page()
    page.goto("/bots/alcuin/")
    marks = page.locator(".version-mark")
    expect(marks).to_have_text(["v2", "v3"])
    left = [mark.bounding_box() for mark in marks.all()]
    assert left[0]
    assert left[1]
    assert left[0]["x"] < left[1]["x"]
    page.goto("/bots/compare/?a=alcuin&b=bede")
    expect(page.locator("[data-ratings] canvas")).to_be_visible()
    expect(marks).to_have_count(0)


def test_the_pages_fit_a_phone_and_a_desk_and_keep_nobody_out(page: Page) -> None:
    wait_for_matches(page)
    rival = page.locator("section[aria-labelledby=rivals]").get_by_role("link", name="Their")
    pairing = str(rival.first.get_attribute("href"))
    for path in (*PAGES, pairing):
        page.goto(path)
        suits_everybody(page)
    page.route("**/ratings/*.json*", lambda _route: None)  # never comes
    page.goto(PAGES[-1])
    suits_everybody(page, LOOKS[:1])


def test_bots_are_ticked_in_the_leaderboard_and_compared(quiet_page: Page) -> None:
    page = quiet_page
    wait_for_matches(page)
    page.goto("/ladders/dominion-first-game/")
    boxes = page.get_by_role("checkbox", name=re.compile("^Compare (?!bots)"))
    expect(boxes).to_have_count(0)
    page.get_by_label("Compare bots").check()
    for name in ("Compare Big Money", "Compare Militia"):
        page.get_by_label(name, exact=True).check()
    suits_everybody(page, LOOKS[:1])
    page.get_by_role("button", name="Compare", exact=True).click()
    legend = page.locator(".chart .legend")
    expect(legend).to_contain_text("Big Money")
    expect(legend).to_contain_text("Militia")


def test_a_failure_is_found_downloaded_and_mended(quiet_page: Page, tmp_path: Path) -> None:
    page = quiet_page
    sign_up(page, "faith")
    upload(page, "Faiths-first", FAILING)
    expect(page.get_by_role("status").first).to_contain_text("Rejected")
    page.goto("/bots/faiths-first/")
    page.get_by_role("region", name="To fix").get_by_role("link", name=re.compile("KeyErr")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Crashed")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download decision").click()
    download.value.save_as(tmp_path / "failure.jsonl")
    hello, decide = map(json.loads, (tmp_path / "failure.jsonl").read_text().splitlines())
    assert hello["game"] == "dominion"
    assert decide["decision"]["options"]
    page.get_by_role("button", name="Mark as fixed").click()
    expect(page.get_by_text("Nothing left to fix.")).to_be_visible()


def test_a_bot_joins_and_leaves_ladders_in_two_boxes(page: Page) -> None:
    sign_up(page, "gisela")
    upload(page, "Giselas-first", "def decide(request):\n    return request.default\n")
    expect(page.get_by_text("Is this the right game?")).to_be_visible()
    page.goto("/bots/giselas-first/")
    box = page.get_by_role("region", name="Ladders")
    expect(box.get_by_role("listitem")).to_contain_text("Dominion: first game ✓ playing")
    box.get_by_label("Ladder").select_option("Prosperity with Colonies (Dominion)")
    box.get_by_role("button", name="Join").click()
    expect(page.get_by_text("is being checked for “Prosperity with Colonies”")).to_be_visible()
    joined = box.get_by_role("listitem").filter(has_text="Prosperity")
    expect(joined).to_contain_text("✓ playing")  # without a reload
    suits_everybody(page)
    joined.get_by_role("button", name="Leave").click()
    expect(page.get_by_text("Its results stay.")).to_be_visible()
    expect(box.get_by_role("listitem")).to_have_count(1)

    page.goto("/ladders/prosperity-with-colonies/")
    page.get_by_role("link", name="Enter a bot").click()
    box = page.get_by_role("region", name="Enter one of your bots")
    box.get_by_label("Bot").select_option("Giselas-first v1")
    suits_everybody(page)
    box.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("is on the ladder “Prosperity with Colonies” now")).to_be_visible()


def test_a_failure_leads_to_its_moment_with_output_and_a_game_from_there(page: Page) -> None:
    sign_up(page, "frauke")
    upload(page, "Fraukes-first", FAILING)
    expect(page.get_by_role("status").first).to_contain_text("Rejected")
    page.get_by_role("link", name="Watch this moment").click()
    expect(page.locator(".replay.ready")).to_be_visible()
    question = page.locator("[data-part=question]")
    expect(question).to_contain_text("No answer. The game was stopped here.")
    expect(question.locator(".printed")).to_contain_text("Output of Fraukes-first")
    expect(question.locator(".printed pre")).to_have_text("I look for Gold")
    suits_everybody(page)
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Play on from here")
    suits_everybody(page)
    page.get_by_label("Opponent").select_option(label="Big Money")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#board > *").first).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-status", "asking")
