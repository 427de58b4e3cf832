"""Template context of every page."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.core.cache import caches
from django.http import HttpRequest

from arena.models import Ladder, Worker

FRESH_SECONDS = 5
THEME_COOKIE = "theme"
THEMES = ("light", "dark")
PARTS = {  # namespace -> place in the header
    "cards": "handbook",
    "dominoes": "handbook",
    "audit": "admin_dashboard",
}
PAGES = {"bots:upload": "upload", "search": "search"}  # the same for single pages


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return the theme, the page's section, and lazy warnings cached for a few seconds."""
    match, place = request.resolver_match, ""
    if match is not None:
        place = PAGES.get(match.view_name, PARTS.get(match.namespace, match.namespace))
    return {
        "theme": known_theme(request.COOKIES.get(THEME_COOKIE, "")),
        "place": place,
        "jail_problem": _lately("jail_problem", Worker.objects.jail_problem),
        "nobody_plays": _lately("nobody_plays", Worker.objects.nobody_plays),
        "has_alarm": _lately("has_alarm", Ladder.objects.alarmed().exists),
    }


def known_theme(chosen: str) -> str:
    """Return the theme, or nothing, which is the system's."""
    return chosen if chosen in THEMES else ""


def _lately(name: str, ask: Callable[[], object]) -> Callable[[], object]:
    """Return a function that asks once a request at most."""
    return cache(lambda: caches["process"].get_or_set(name, ask, FRESH_SECONDS))
