"""Errors on form pages."""

from typing import Any

from tests.website.page import Page


def errors(response: Any, *, without: str = "") -> dict[str, str]:
    """Return the invalid fields and their messages, `without` this prefix."""
    found = Page(response).errors.items()
    return {name.removeprefix(without): words for name, words in found}
