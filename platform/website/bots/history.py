"""How a bot's rating on a ladder moved, by matches or by days."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.models import RatingChange
from website.bots.lookup import entry_or_404

PAGE = 60


@require_safe
def history(request: HttpRequest, slug: str, ladder: str) -> HttpResponse:
    """The latest changes, or with `days` the last of each day; `before` a serial pages back."""
    entry = entry_or_404(request, slug, ladder)
    by_day = "days" in request.GET
    changes = entry.history.filter(epoch=entry.ladder.epoch).select_related("seat__version")
    changes = changes.daily() if by_day else changes.order_by("-serial")
    before = request.GET.get("before", "")
    if before.isdecimal():
        changes = changes.filter(serial__lt=int(before))
    rows = list(changes[: PAGE + 1])
    context = {
        "entry": entry,
        "bot": entry.bot,
        "by_day": by_day,
        "changes": rows[:PAGE],
        "older": _older(rows),
        "before": before,
    }
    return render(request, "bots/history.html", context)


def _older(rows: Sequence[RatingChange]) -> int | None:
    return rows[PAGE - 1].serial if len(rows) > PAGE else None
