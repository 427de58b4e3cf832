"""The platform's health and workers, for organisers."""

from typing import cast

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from arena.core.database_clock import database_now
from arena.health import PlatformHealth, platform_health
from arena.models import Match
from website.site.http import OwnRequest, Request, live_page, organisers_only


@organisers_only
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """Show queues, waits and alarms, live."""
    health = platform_health(database_now())
    context = {"health": health, "queues": _queues(health)}
    return live_page(cast("Request", request), "admin_dashboard/index.html", context, part="live")


def _queues(health: PlatformHealth) -> list[tuple[str, int, int]]:
    order = [
        Match.Purpose.CHECK, Match.Purpose.TOURNAMENT, Match.Purpose.CHALLENGE, Match.Purpose.LADDER
    ]  # fmt: skip
    return [
        (str(purpose.label), health.queued[purpose], health.running[purpose]) for purpose in order
    ]


@organisers_only
@require_safe
def workers(request: OwnRequest) -> HttpResponse:
    """Show all workers, live."""
    context = {"health": platform_health(database_now())}
    return live_page(cast("Request", request), "admin_dashboard/workers.html", context, part="live")
