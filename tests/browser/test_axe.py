"""Leaving out rules and elements that are alike hides no grave violation."""

import pytest
from playwright.sync_api import Page
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.axe import GRAVE, LESSER, violations

pytestmark = pytest.mark.browser

LIST = """<html lang="en"><title>Words</title><main><h1>Words</h1>
<style>.pale, [aria-current=step] { color: #ccc }</style><ol>%s</ol></main>"""
LESSER_RULES = """grave => axe._audit.rules.filter(
  (rule) => rule.enabled && !grave.includes(rule.impact) && !rule.tags.includes("experimental")
).map((rule) => rule.id)"""


@pytest.fixture
def page(new_context: CreateContextCallback) -> Page:
    """A page without a platform."""
    return new_context().new_page()


@pytest.mark.parametrize("odd", ["class=pale", "aria-current=step"])
def test_what_differs_from_all_beside_it_is_looked_at(odd: str, page: Page) -> None:
    page.set_content(LIST % ("<li aria-current=page>word</li>" * 9))
    assert violations(page) == []
    page.set_content(LIST % ("<li aria-current=page>word</li>" * 9 + f"<li {odd}>word</li>"))
    [found] = violations(page)
    assert found.startswith("color-contrast")


def test_only_rules_that_find_nothing_grave_are_off(page: Page) -> None:
    violations(page)
    assert set(page.evaluate(LESSER_RULES, GRAVE)) == set(LESSER)
