"""What the frame around every page needs to know."""

from typing import Any

from django.http import HttpRequest

from arena.models import Worker

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def frame(request: HttpRequest) -> dict[str, Any]:
    """The chosen colours, the main place of this page, and why uploads are refused if they are."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "theme": chosen if chosen in THEMES else "",
        "place": _place(request),
        "jail_problem": Worker.objects.jail_problem,
    }


def _place(request: HttpRequest) -> str:
    match = request.resolver_match
    if match is None:
        return ""
    return "upload" if match.view_name == "bots:upload" else match.namespace
