"""The language and the time zone that somebody chose, obeyed on every page."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from website.accounts.models import User
from website.http import viewer

UTC = zoneinfo.ZoneInfo("UTC")


def zone_of(user: User | None) -> zoneinfo.ZoneInfo:
    """The time zone that they chose; UTC without a choice, or where this machine lacks it."""
    try:
        return zoneinfo.ZoneInfo(user.time_zone) if user and user.time_zone else UTC
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return UTC


def obeyed(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: the page is in the language and the time zone of whoever is logged in.

    It stands behind those that find out who that is, and in which language to speak to others.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        user = viewer(request)
        if user is not None and user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(zone_of(user)):
            return get_response(request)

    return handle
