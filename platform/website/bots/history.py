"""A bot's rating history on a ladder, by match or day."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.models import Entry, RatingChange
from arena.ratings.trueskill import Rating
from website.bots.lookup import entry_or_404
from website.ladders.board import skill_of

PAGE = 60


@dataclass(frozen=True)
class HistoryRow:
    """A change; `is_fitted`: a fit moved the rating since the version's last match."""

    change: RatingChange
    is_fitted: bool


@require_safe
def history(request: HttpRequest, slug: str, ladder: str) -> HttpResponse:
    """Show changes, or with `days` each day's last; `before` (a serial) pages back."""
    entry = entry_or_404(request, slug, ladder)
    by_day = "days" in request.GET
    changes = entry.history.filter(rating_run=entry.ladder.rating_run).select_related(
        "seat__version"
    )
    changes = changes.daily() if by_day else changes.order_by("-serial")
    before = request.GET.get("before", "")
    if before.isdecimal():
        changes = changes.filter(serial__lt=int(before))
    rows = list(changes[: PAGE + 1])
    context = {
        "entry": entry,
        "bot": entry.bot,
        "by_day": by_day,
        "lines": lines_of(rows)[:PAGE],
        "now": None if before else now(entry, rows),
        "older": _older(rows),
        "before": before,
    }
    return render(request, "bots/history.html", context)


def lines_of(changes: Sequence[RatingChange]) -> list[HistoryRow]:
    left: dict[int, float] = {}
    found = []
    for change in reversed(changes):
        version = change.seat.version_id
        found.append(HistoryRow(change, left.get(version, change.mu_before) != change.mu_before))
        left[version] = change.mu_after
    return found[::-1]


def now(entry: Entry, changes: Sequence[RatingChange]) -> Rating | None:
    """Return the present rating if it differs from the last change."""
    skill = skill_of(entry)
    return skill if changes and skill != changes[0].after else None


def _older(rows: Sequence[RatingChange]) -> int | None:
    return rows[PAGE - 1].serial if len(rows) > PAGE else None
