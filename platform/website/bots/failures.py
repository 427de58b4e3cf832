"""A bot's grouped failures, for its owner only."""

import json
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arena.actions.bots.mark_failure import mark_failure
from arena.match.fault import FaultDetails, details_of
from arena.models import Bot, Failure, Game, HumanGame, Match
from arena.models.rights import bots_run_by
from website.http import OwnRequest

PAGE = 30


@dataclass(frozen=True, kw_only=True)
class Example(FaultDetails):
    """A fault in a match, or a human game, which has no `game`."""

    played: Match | HumanGame
    game: Game | None


def example_of(failure: Failure) -> Example | None:
    """Return the newest example; None if erased."""
    fault, seat = failure.newest_fault, failure.newest_bot_seat
    if fault is not None:
        return Example(played=fault.game.match, game=fault.game, **details_of(fault))
    if seat is not None and seat.failure is not None:
        return Example(
            played=seat.game,
            game=None,
            verdict=seat.verdict,
            message=seat.message,
            **seat.failure,
        )
    return None


@login_required
@require_safe
def inbox(request: OwnRequest, slug: str) -> HttpResponse:
    """List grouped failures, last seen first; `done`: those marked as fixed."""
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    is_done = "done" in request.GET
    found = Failure.objects.of_bot(bot).filter(is_done=is_done)
    page = Paginator(found.select_related("version", "newest_fault", "newest_bot_seat"), PAGE)
    context = {"bot": bot, "is_done": is_done, "page": page.get_page(request.GET.get("page"))}
    return render(request, "bots/failures.html", context)


def _own(request: OwnRequest, slug: str, failure_id: int) -> Failure:
    own = Failure.objects.filter(bots_run_by(request.user, "bot__"), bot__slug=slug)
    fields = (
        "bot",
        "version",
        "newest_fault__game__match",
        "newest_fault__seat",
        "newest_bot_seat__game",
    )
    found = own.select_related(*fields).defer(
        "newest_fault__game__packed_events",
        "newest_fault__game__record",
        "newest_bot_seat__game__packed_events",
        "newest_bot_seat__game__choices",
    )
    return get_object_or_404(found, pk=failure_id)


@login_required
@require_safe
def failure(request: OwnRequest, slug: str, failure_id: int) -> HttpResponse:
    found = _own(request, slug, failure_id)
    alike = Failure.objects.alike(found).select_related("version").order_by("-version__number")
    context = {
        "bot": found.bot,
        "failure": found,
        "fault": example_of(found),
        "alike": alike,
    }
    return render(request, "bots/failure.html", context)


@login_required
@require_POST
def mark(request: OwnRequest, slug: str, failure_id: int) -> HttpResponse:
    found = _own(request, slug, failure_id)
    is_done = request.POST.get("done") == "1"
    mark_failure(owner=request.user, failure=found, is_done=is_done)
    words = (
        gettext("Marked as fixed. It reopens if a newer version fails the same way.")
        if is_done
        else gettext("Reopened.")
    )
    messages.success(request, words)
    return redirect("bots:failures", slug)


@login_required
@require_safe
def decision(request: OwnRequest, slug: str, failure_id: int) -> HttpResponse:
    """Download an example for `kingsbench ask`."""
    found = _own(request, slug, failure_id)
    example = example_of(found)
    if example is None or not example.decision:
        raise Http404
    lines = "".join(f"{json.dumps(message)}\n" for message in recording(example))
    response = HttpResponse(lines, content_type="application/x-ndjson")
    name = f"{slug}-v{found.version.number}-failure-{found.pk}.jsonl"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_store=True)
    return response


def recording(fault: Example) -> list[dict[str, Any]]:
    """Return the bot's protocol messages, without the seed."""
    match, asked = fault.played, fault.decision or {}
    hello = {
        "type": "hello",
        "game": match.game,
        "config": match.config,
        "seats": match.seats_count,
        "seat": asked.get("seat", 0),
        "limits": match.limits,
        "random": 0,
    }
    decide: dict[str, Any] = {"type": "decide", "id": fault.number, "decision": asked}
    if fault.view is not None:
        decide["view"] = fault.view
    if "left" in fault.meter:
        decide["clock"] = {"left": fault.meter["left"], "decision": fault.meter["limit"]}
    return [hello, decide]
