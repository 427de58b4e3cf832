"""The game on the home page: a recent one in a loop, until one that runs can be shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, islice
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from arena.core.database_clock import query_now
from arena.matches.referee.decision_log import NoLongerKept
from arena.matches.watch_live import watch_live
from arena.models import Game, LiveGame, Match
from website.games.contract import PlayerResult, TemplatePart
from website.games.registry import site_game
from website.matches.highlights import Highlight, highlights
from website.matches.kept import events_of
from website.matches.lists import latest, public_matches
from website.matches.narration import distinct
from website.site.http import Request, live_page

LONG = timedelta(seconds=4)  # what has run so long will probably run on
TRIED = 2
NOTHING_YET = 204
STOP_POLLING = 286  # htmx


@dataclass(frozen=True)
class FeaturedGame:
    match: Match
    number: int
    summary: TemplatePart
    is_live: bool

    @property
    def sprites(self) -> str:
        return site_game(self.match.game).sprites


def featured_game(notable: Iterable[Highlight], others: Iterable[Match]) -> FeaturedGame | None:
    """Return the first of these that can be shown; few are tried, as each costs a query."""
    candidates = chain(
        ((one.match, one.number) for one in notable), ((other, 1) for other in others)
    )
    shown = (_finished_game(match, number) for match, number in islice(candidates, TRIED))
    return next((found for found in shown if found), None)


def running_match() -> Match | None:
    """Return the public match that has been running longest, if long enough."""
    status, until = Match.Status.RUNNING, query_now() - LONG
    running = public_matches().filter(status=status, started_at__lte=until)
    return running.order_by("started_at").first()


def _finished_game(match: Match, number: int) -> FeaturedGame | None:
    finished = Game.objects.filter(match=match, match__status=Match.Status.FINISHED)
    game = finished.filter(number=number - 1).first()
    if game is None:
        return None
    try:
        events = events_of(game)
    except NoLongerKept:
        return None
    results = [(score, rank == 1) for score, rank in zip(game.scores, game.ranks, strict=False)]
    return _featured_game(match, number, game.seating, events, results)


def _live(match: Match, live: LiveGame) -> FeaturedGame | None:
    results = [(None, False) for _ in live.seating]
    events = live.shown["events"]
    return _featured_game(match, live.number + 1, live.seating, events, results, is_live=True)


def _featured_game(
    match: Match,
    number: int,
    seating: Sequence[int],
    events: list[dict[str, Any]],
    results: Sequence[tuple[int | None, bool]],
    *,
    is_live: bool = False,
) -> FeaturedGame | None:
    bots = {seat.position: seat.version.bot.name for seat in match.seats.all()}
    is_whole = all(position in seating for position in bots)
    if not is_whole or not len(seating) == len(bots) == len(results):
        return None
    names = distinct([bots[position] for position in seating])
    players = [PlayerResult(name, *result) for name, result in zip(names, results, strict=True)]
    summary = site_game(match.game).summary(events, players, match.config)
    return FeaturedGame(match, number, summary, is_live) if summary else None


@require_safe
def featured(request: HttpRequest, match_id: int) -> HttpResponse:
    """Answer a running match as it stands, once over its first game; for htmx alone."""
    asked = cast("Request", request)
    if not asked.htmx:
        return redirect("matches:detail", match_id)
    match = public_matches().filter(pk=match_id).first()
    if match is None:
        raise Http404
    if match.status == Match.Status.RUNNING:
        watch_live(match=match)
        live = LiveGame.objects.filter(match=match).first()
        shown, polled = _live(match, live) if live else None, match
    else:
        shown, polled = _finished_game(match, 1), None
    if shown is None:
        return HttpResponse(status=NOTHING_YET if polled else STOP_POLLING)
    context = {"featured": shown, "running": polled}
    return live_page(asked, "matches/featured.html", context, part="featured")


@require_safe
def first_featured(request: HttpRequest) -> HttpResponse:
    """Answer the first game that a new platform can show; for htmx alone."""
    asked = cast("Request", request)
    if not asked.htmx:
        return redirect("home")
    shown = featured_game(highlights(), latest(TRIED))
    if shown is None:
        return HttpResponse(status=NOTHING_YET)
    return live_page(asked, "matches/featured.html", {"featured": shown}, part="featured")
