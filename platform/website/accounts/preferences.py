"""Apply a user's language and time zone to every page."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from website.accounts.models import User
from website.site.http import viewer

UTC = zoneinfo.ZoneInfo("UTC")


def zone_of(user: User | None) -> zoneinfo.ZoneInfo:
    """Return the user's time zone, by default UTC."""
    try:
        return zoneinfo.ZoneInfo(user.time_zone) if user and user.time_zone else UTC
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return UTC


def apply_preferences(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: activate the user's language and time zone, after LocaleMiddleware."""

    def handle(request: HttpRequest) -> HttpResponse:
        user = viewer(request)
        if user is not None and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zone_of(user)):
            return get_response(request)

    return handle
