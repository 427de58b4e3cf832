"""Watching a game, framing it, and its files."""

import hashlib
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.matches.referee.decision_log import NoLongerKept
from arena.models import Game
from engine import catalogue
from engine.replay import VERSION
from website.accounts.models import User
from website.games.registry import site_game, site_games
from website.matches.board_texts import board_texts
from website.matches.decisions import FORMAT, NotReplayable, decision_file
from website.matches.kept import replay_gone
from website.matches.replay_state import NoReplay, ReplayState, replay_bytes
from website.matches.report import GameReport, match_or_404
from website.site.context import known_theme
from website.site.http import viewer
from website.site.language import reader_language
from website.site.middleware import CONTENT_SECURITY_POLICY
from website.site.page_cache import cached_page

ANYWHERE = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
MOST_DIGITS = 7
MOST_EVENT = 10**MOST_DIGITS - 1


@gzip_page
@require_safe
def board_texts_json(_request: HttpRequest, game: str) -> HttpResponse:
    """Answer what this game's board says."""
    if game not in catalogue.FOLDERS:
        raise Http404
    response = JsonResponse(board_texts(site_game(game)))
    patch_cache_control(response, private=True, no_cache=True)  # the profile names the language
    return response


def game_report(match_id: int, number: int, sees: User | None) -> GameReport:
    """Return that game of a match with a result; else Http404."""
    match = match_or_404(sees, match_id)
    if not match.has_result:
        raise Http404
    return GameReport(match, get_object_or_404(match.games, number=number - 1), sees)


@require_safe
@cached_page()
def watch(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """Show a game; `?at=` is the event to begin with."""
    report = game_report(match_id, number, viewer(request))
    context = _context(request, report)
    context["games"] = range(1, report.match.games.count() + 1)
    return render(request, "matches/replay.html", context)


@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """Show it as a frame, with public data only; `?at=`, `?theme=`, `?autoplay=1`."""
    context = _context(request, game_report(match_id, number, None)) | {
        "theme": known_theme(request.GET.get("theme", "")),
        "plays_at_once": request.GET.get("autoplay") == "1",
    }
    response = render(request, "matches/embed.html", context)
    response["Content-Security-Policy"] = ANYWHERE
    return response


def asked_event(request: HttpRequest) -> int:
    """Return `?at=`, 0 if it is no event."""
    at = request.GET.get("at", "")
    return int(at) if at.isdecimal() and len(at) <= MOST_DIGITS else 0


def _context(request: HttpRequest, report: GameReport) -> dict[str, Any]:
    return {
        "match": report.match,
        "report": report,
        "site_game": site_game(report.match.game),
        "state": ReplayState(report, asked_event(request)) if report.is_kept else None,
        "watchable": report.can_be_watched and report.is_kept,
        "is_public": report.match.is_public,
    }


@require_safe
def local(request: HttpRequest) -> HttpResponse:
    """Show the page that reads replays from disk."""
    return render(request, "matches/local.html", {"games": site_games()})


@gzip_page
@require_safe
def replay(request: HttpRequest, match_id: int, number: int) -> HttpResponseBase:
    """Answer the replay as JSON, in English with `?save`."""
    report = game_report(match_id, number, viewer(request))
    language = "en" if "save" in request.GET else reader_language()

    def make() -> HttpResponse:
        try:
            return HttpResponse(replay_bytes(report, language), content_type="application/json")
        except NoReplay as error:
            return JsonResponse({"error": str(error)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        except NoLongerKept:
            return JsonResponse({"error": replay_gone()}, status=HTTPStatus.GONE)

    own = [f"{piece.seat}" for piece in report.output]
    names = hashlib.sha256("\0".join([*report.names, *own]).encode()).hexdigest()[:8]
    kind = f"replay-{VERSION}-{language}-{names}"
    return _file(request, report.game, kind, make, f"match-{match_id}-{number}.replay")


@gzip_page
@require_safe
def record(request: HttpRequest, match_id: int, number: int) -> HttpResponseBase:
    report = game_report(match_id, number, viewer(request))

    def make() -> HttpResponse:
        text = json.dumps(report.game.record, separators=(",", ":"))
        return HttpResponse(text, content_type="application/json")

    return _file(request, report.game, "record", make, f"match-{match_id}-{number}.record")


@gzip_page
@require_safe
def decisions(request: HttpRequest, match_id: int, number: int, seat: int) -> HttpResponseBase:
    """Answer a seat's decisions for `kingsbench ask`; seats count from 1."""
    report = game_report(match_id, number, viewer(request))
    if not 1 <= seat <= len(report.names):
        raise Http404

    def make() -> HttpResponseBase:
        try:
            lines = decision_file(report.game, seat - 1)
        except NotReplayable as refused:
            context = {"match": report.match, "report": report, "why": refused.problem}
            status = HTTPStatus.CONFLICT
            return render(request, "matches/not_replayable.html", context, status=status)
        return StreamingHttpResponse(lines, content_type="application/jsonl")

    name = f"match-{match_id}-{number}-seat-{seat}"
    kind = f"decisions-{FORMAT}-{seat}-{_rules(report.match.game)}"
    return _file(request, report.game, kind, make, name, ending="jsonl")


def _rules(game: str) -> str:
    return catalogue.info(game).engine if game in catalogue.FOLDERS else ""


def _file(
    request: HttpRequest,
    game: Game,
    kind: str,
    make: Callable[[], HttpResponseBase],
    name: str,
    *,
    ending: str = "json",
) -> HttpResponseBase:
    """Answer an immutable file by its ETag; `?save` downloads it."""
    etag = f'"{game.pk}-{kind}"'
    response = get_conditional_response(request, etag=etag) or make()
    if response.status_code < HTTPStatus.BAD_REQUEST:
        response["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        if "save" in request.GET:
            response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    return response
