"""A bot author's journey, in a real browser on the real platform."""

import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import PASSWORD, awaited, payload, sign_up, upload

pytestmark = [pytest.mark.browser, pytest.mark.jail]


def sign_up_by_hand(page: Page, name: str) -> None:
    """Sign up through the form, which leads to the upload form."""
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("navigation", name="Account")).to_contain_text(name)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Upload").click()
    expect(page.get_by_role("button", name="Upload and check")).to_be_visible()


def test_the_bot_of_the_home_page_is_uploaded_checked_rated_and_its_match_read(
    quiet_page: Page, pause_ladder: Callable[[], object]
) -> None:
    page = quiet_page
    sign_up_by_hand(page, "dora")
    upload(page, "Doras-money", page.request.get("/example/my_bot.py").text())
    expect(page.get_by_role("status").first).to_contain_text("Accepted")
    first_match = page.get_by_role("status").get_by_role("link", name=re.compile("^Match"))
    expect(page.get_by_text("First rated match:")).to_be_visible()
    pause_ladder()

    match_page = str(first_match.get_attribute("href"))
    page.get_by_role("link", name="Dominion: first game").first.click()
    row = page.get_by_role("row").filter(has_text="Doras-money").first
    expect(row).to_contain_text("dora")
    expect(row.get_by_role("img", name=re.compile("95 % interval"))).to_be_visible()

    awaited(page, match_page, "#turn-1 li")  # the place is looked up once, as the page is opened
    page.goto(f"{match_page}#turn-1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Doras-money")
    expect(page.get_by_text(re.compile(r"^[+\N{MINUS SIGN}]\d+\.\d\d$")).first).to_be_visible()
    told = page.locator("#turn-1 li").first
    expect(told).to_be_in_viewport()
    page.get_by_role("button", name="Collapse all", exact=True).click()
    expect(told).to_be_hidden()
    page.get_by_role("button", name="Expand all").click()
    expect(told).to_be_visible()


BROKEN = {
    "crash": ("def decide(request):\n    return request.options[99]\n", "IndexError"),
    "syntax": ("def decide(request)\n    return 0\n", "line 1"),
    "missing": ("def decided(request):\n    return 0\n", "decide"),
}


def test_a_failing_bot_tells_its_owner_alone_what_went_wrong(quiet_page: Page) -> None:
    page = quiet_page
    sign_up(page, "emil")
    for name, (source, words) in BROKEN.items():
        upload(page, f"Emils-{name}", source)
        failure = page.get_by_role("status").first
        expect(failure).to_contain_text("Rejected")
        expect(failure).to_contain_text(words)
        expect(page.locator("[data-live]")).to_have_count(0)
    page.goto("/bots/emils-crash/versions/1/")
    expect(page.get_by_text("return request.options[99]")).to_be_visible()
    expect(page.get_by_text('"kind": "').first).to_be_visible()
    page.context.clear_cookies()
    page.goto("/bots/emils-crash/versions/1/")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


MENDED = b"def decide(request):\n    return request.default\n"


def test_a_failing_bot_is_mended_in_german_and_others_see_nothing_of_it(quiet_page: Page) -> None:
    page = quiet_page
    sign_up(page, "gerda")
    page.goto("/bots/upload/")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_label("Name").fill("Gerdas-Erster")
    page.get_by_label("Datei").set_input_files(payload("erster.py", BROKEN["crash"][0]))
    page.get_by_label("Rangliste", exact=True).select_option(index=1)
    page.get_by_role("button", name="Hochladen und prüfen").click()
    failure = page.get_by_role("status").first
    expect(failure).to_contain_text("Abgelehnt")
    expect(failure).to_contain_text("IndexError")
    page.goto("/bots/gerdas-erster/")
    page.get_by_role("link", name="Neue Version hochladen").click()
    page.get_by_label("Datei").set_input_files(
        {"name": "zweiter.py", "mimeType": "text/x-python", "buffer": MENDED}
    )
    page.get_by_role("button", name="Hochladen und prüfen").click()
    expect(page.get_by_role("status").first).to_contain_text("Angenommen")

    secrets = ("versions/1/", "versions/2/source/", "failures/", "logs/", "edit/", "versions/new/")
    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Abmelden").click()
    offices = ("../../ladders/new/", "../../dashboard/", "../../audit/")
    for path in (*secrets, *offices):
        assert is_kept_out(page, f"/bots/gerdas-erster/{path}"), path
    page.get_by_role("button", name="English").click()
    sign_up(page, "hugo")
    for path in (*secrets, *offices):
        assert is_kept_out(page, f"/bots/gerdas-erster/{path}"), path


def is_kept_out(page: Page, path: str) -> bool:
    """Return whether a page, here only fetched, asks to log in or refuses, and shows nothing."""
    answer = page.request.get(urljoin(page.url, path))
    assert "IndexError" not in answer.text()
    return answer.status in {403, 404} or "/accounts/login/" in answer.url


def test_a_file_of_the_wrong_kind_is_told_before_it_is_sent(quiet_page: Page) -> None:
    page = quiet_page
    sign_up(page, "frida")
    page.goto("/bots/upload/")
    page.get_by_label("File").set_input_files(payload("photo.png", "no bot"))
    expect(page.get_by_text("Choose a .py or .zip file.")).to_be_visible()


def test_reading_works_on_a_phone_and_the_colours_can_be_switched(quiet_page: Page) -> None:
    page = quiet_page
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/", "/ladders/dominion-first-game/", "/matches/", "/bots/", "/accounts/signup/"):
        page.goto(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"{path} is {width} wide"
    page.get_by_role("button", name="Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
