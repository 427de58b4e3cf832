"""A bot's grouped failures, for its owner only."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arena.bots.manage_bot import mark_failure
from arena.matches.referee import recording
from arena.matches.referee.fault import FaultDetails, details_of
from arena.matches.referee.recording import SeatRecord
from arena.matches.referee.seeds import bot_seed
from arena.models import Bot, Failure, Fault, Game, HumanGame, Match, Version
from arena.models.rights import bots_run_by
from website.matches.decisions import NotReplayable, check_record, encode_lines, seat_record
from website.matches.kept import failure_moment
from website.site.http import OwnRequest

PAGE = 30
NO_OUTCOME = {"scores": [], "ranks": [], "reason": "failed at the start"}


@dataclass(frozen=True, kw_only=True)
class Example(FaultDetails):
    """A fault in a match, or a human game, which has no `game`."""

    played: Match | HumanGame
    game: Game | None
    seat: int

    @property
    def moment(self) -> int | None:
        """The event in the replay at which it failed."""
        return failure_moment(self.game, self.seat, self.number) if self.game else None


def example_of(failure: Failure) -> Example | None:
    """Return the newest example; None if erased."""
    fault, human = failure.newest_fault, failure.newest_bot_seat
    if fault is not None:
        return _of_fault(fault)
    if human is not None and human.failure is not None:
        return Example(
            played=human.game,
            game=None,
            seat=human.seat,
            verdict=human.verdict,
            message=human.message,
            **human.failure,
        )
    return None


def _of_fault(fault: Fault) -> Example:
    game = fault.game
    asked = fault.decision if isinstance(fault.decision, dict) else {}
    seat = asked.get("seat", game.seat_of(fault.seat.position))
    return Example(played=game.match, game=game, seat=seat, **details_of(fault))


def check_example(version: Version) -> Example | None:
    """Return the very fault that failed its check; None if it was in no game, or erased."""
    told = version.failure or {}
    if told.get("match") is None:
        return None
    known = Fault.objects.filter(game__match=told["match"], seat__version=version)
    faults = (
        known.filter(number=told["number"]).select_related("game__match", "seat").order_by("pk")
    )
    alike = (fault for fault in faults if fault.decision == told.get("decision"))
    fault = next(alike, None)
    return _of_fault(fault) if fault else None


@login_required
@require_safe
def inbox(request: OwnRequest, slug: str) -> HttpResponse:
    """List grouped failures, last seen first; `done`: those marked as fixed."""
    bot = get_object_or_404(Bot.objects.run_by(request.user), slug=slug)
    is_done = "done" in request.GET
    failures = Failure.objects.of_bot(bot).filter(is_done=is_done)
    page = Paginator(failures.select_related("version", "newest_fault", "newest_bot_seat"), PAGE)
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
    rows = own.select_related(*fields).defer(
        "newest_fault__game__packed_events",
        "newest_fault__game__record",
        "newest_bot_seat__game__packed_events",
        "newest_bot_seat__game__choices",
    )
    return get_object_or_404(rows, pk=failure_id)


@login_required
@require_safe
def failure(request: OwnRequest, slug: str, failure_id: int) -> HttpResponse:
    failure = _own(request, slug, failure_id)
    alike = Failure.objects.alike(failure).select_related("version").order_by("-version__number")
    context = {
        "bot": failure.bot,
        "failure": failure,
        "fault": example_of(failure),
        "alike": alike,
    }
    return render(request, "bots/failure.html", context)


@login_required
@require_POST
def mark(request: OwnRequest, slug: str, failure_id: int) -> HttpResponse:
    failure = _own(request, slug, failure_id)
    is_done = request.POST.get("done") == "1"
    mark_failure(owner=request.user, failure=failure, is_done=is_done)
    words = (
        gettext("Marked as fixed. It reopens if a newer version fails the same way.")
        if is_done
        else gettext("Reopened.")
    )
    messages.success(request, words)
    return redirect("bots:failures", slug)


@login_required
@require_safe
def decision(request: OwnRequest, slug: str, failure_id: int) -> HttpResponseBase:
    """Download the example's game up to the failure, for `kingsbench ask`."""
    failure = _own(request, slug, failure_id)
    example = example_of(failure)
    if example is None:
        raise Http404
    return _download(example, f"{slug}-v{failure.version.number}-failure-{failure.pk}.jsonl")


@login_required
@require_safe
def check_decision(request: OwnRequest, slug: str, number: int) -> HttpResponseBase:
    """Download the game up to the fault that failed the version's check."""
    own = Version.objects.run_by(request.user)
    example = check_example(get_object_or_404(own, bot__slug=slug, number=number))
    if example is None:
        raise Http404
    return _download(example, f"{slug}-v{number}-check.jsonl")


def _download(example: Example, name: str) -> HttpResponseBase:
    lines = encode_lines(recorded_failure(example))
    response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_store=True)
    return response


def recorded_failure(fault: Example) -> Iterable[dict[str, Any]]:
    """Return what the bot was sent, without the deal's seed; the last line has the fault.

    Of a game that other rules have played: the last decision alone.
    """
    if fault.game is not None:
        of_seat = seat_record(fault.game, fault.seat)
    else:
        played = cast("HumanGame", fault.played)
        random = bot_seed(played.seed, 0, fault.seat)
        of_seat = SeatRecord(played.record(), fault.seat, played.limits, random)
    if fault.number == 0:
        start = recording.line_with_fault(recording.hello(of_seat), fault.verdict, fault.message)
        return [start, {"type": "finish", "outcome": NO_OUTCOME}]
    try:
        check_record(of_seat.record)
        asked = list(islice(recording.decides(of_seat), fault.number))
    except (NotReplayable, ValueError):
        asked = []
    # as stored: tuples are lists there
    if len(asked) < fault.number or json.loads(json.dumps(asked[-1]["decision"])) != fault.decision:
        asked = [{"type": "decide", "id": fault.number, "decision": fault.decision}]
        asked[0] |= {} if fault.view is None else {"view": fault.view}
    if "left" in fault.meter:
        asked[-1]["clock"] = {"left": fault.meter["left"], "decision": fault.meter["limit"]}
    asked[-1] = recording.line_with_fault(asked[-1], fault.verdict, fault.message)
    return [recording.hello(of_seat), *asked]
