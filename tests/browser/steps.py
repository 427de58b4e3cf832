"""Common steps of browser tests, and their timeouts."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import FilePayload, Page
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.browser.axe import violations
from tests.browser.platforms import FIRST_MATCHES
from tests.patience import PATIENCE, PROMPT
from tests.tooling.processes import within

PASSWORD = "a-castle-of-words-7"
Theme = Literal["light", "dark"]
Look = tuple[int, Theme]
WIDTHS = (390, 1280)
LEAST_TARGET = 44  # pixels that a thumb needs
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True,
}  # fmt: skip
THEMES: tuple[Theme, ...] = ("light", "dark")
LOOKS: tuple[Look, ...] = ((390, "dark"), (1280, "light"))  # each width and each theme
ALL_LOOKS: tuple[Look, ...] = (*LOOKS, (390, "light"), (1280, "dark"))


def sign_up(page: Page, name: str) -> None:
    """Sign up with this name and log in, posting the form without checking its page."""
    submit(page, "/accounts/signup/", username=name, password1=PASSWORD, password2=PASSWORD)


def log_in_as_organiser(page: Page, state: Path) -> None:
    """Log in as the administrator of the platform in this folder."""
    password = (state / "var" / "admin_password").read_text().strip()
    submit(page, "/accounts/login/", login="admin", password=password)


def submit(page: Page, path: str, **fields: str) -> None:
    """Send the form at this address; fail if it is shown again."""
    asked = page.request.get(path).text()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', asked)
    assert token, f"no form at {path}"
    form: dict[str, str | float | bool] = {**fields, "csrfmiddlewaretoken": token[1]}
    answer = page.request.post(path, form=form)
    assert answer.ok, answer.text()
    assert path not in answer.url, answer.text()


def upload(page: Page, name: str, source: str) -> None:
    """Upload a new bot to the first ladder."""
    page.goto("/bots/upload/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("File").set_input_files(payload(f"{name}.py", source))
    page.get_by_label("Ladder", exact=True).select_option(index=1)
    page.get_by_role("button", name="Upload and check").click()


def payload(name: str, source: str) -> FilePayload:
    """Return a file to upload, held in memory."""
    return {"name": name, "mimeType": "text/x-python", "buffer": source.encode()}


def awaited(page: Page, address: str, selector: str, words: str = "") -> LexborNode:
    """Ask for a page, without showing it, until it has such an element; return that."""
    found: list[LexborNode] = []

    def has_come() -> bool:
        html = LexborHTMLParser(page.request.get(address).text())
        found[:] = [one for one in html.css(selector) if words in one.text()]
        return bool(found)

    assert within(PATIENCE, has_come, pause=0.25), (address, selector)
    return found[0]


def finished_match(page: Page, game: str) -> str:
    """Return the address of an early finished match of that game."""
    row = awaited(page, f"/matches/?game={game}&before={FIRST_MATCHES + 1}", "tr", "finished")
    return str(row.css("a")[0].attributes["href"])


def too_wide(page: Page) -> int:
    """Return by how many pixels the page overflows its window; drawings resize a little later."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def wear(page: Page, look: Look) -> None:
    """Set the page's width and colours."""
    width, theme = look
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")


def suits_everybody(page: Page, looks: Sequence[Look] = LOOKS) -> None:
    """Check that the open page fits a phone and a desktop, and axe finds nothing, light or dark."""
    for look in looks:
        wear(page, look)
        assert within(PROMPT, lambda: too_wide(page) <= 0), (page.url, look)
        assert violations(page) == [], (page.url, look)
