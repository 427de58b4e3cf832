"""The list of matches, and one match."""

from functools import cache
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arena.matches.models.matches import MatchQuerySet
from website.games.registry import asked_game, site_game, site_games
from website.matches import lists
from website.matches.corrections import ReasonForm, correction_notes, offered_verbs
from website.matches.filters import OF_BOT, MatchPageFilter
from website.matches.rating_changes import rating_changes
from website.matches.report import (
    GameReport,
    games_of,
    match_or_404,
    result_of,
    sees_more,
    standings,
)
from website.site.filters import PageFilters
from website.site.http import Request, live_page, viewer
from website.site.page_cache import cached_page

PAGE = 40


@require_safe
@cached_page(part_unless=lambda request: bool(request.GET))
def index(request: HttpRequest) -> HttpResponse:
    """List matches, newest first; `before` pages without counting.

    A version's trials are one row, unless they are asked for.
    """
    game = asked_game(request)
    of_side = any(request.GET.get(name) for name in OF_BOT)
    rows = lists.matches_of_version(viewer(request)) if of_side else lists.listed_matches()
    filters = PageFilters(MatchPageFilter, request, rows)
    before = request.GET.get("before", "")
    matches = filters.rows
    if not of_side:
        matches = cast("MatchQuerySet", matches).folded_trials()
    if before.isdecimal():
        matches = matches.filter(id__lt=int(before))
    found = cache(lambda: list(matches[: PAGE + 1]))
    context = {
        "game": game,
        "games": site_games(),
        "filters": filters,
        "matches": cache(lambda: found()[:PAGE]),
        "older": cache(lambda: found()[PAGE - 1].pk if len(found()) > PAGE else None),
        "before": before,
    }
    return live_page(cast("Request", request), "matches/index.html", context, part="live")


@require_safe
@cached_page(part_unless=sees_more)
def detail(request: HttpRequest, match_id: int, number: int | None = None) -> HttpResponse:
    """Show a match with one of its games, the first by default; Http404 without that game."""
    sees = viewer(request)
    match = match_or_404(sees, match_id)
    games = games_of(match) if match.has_result else []
    reports = cache(lambda: [GameReport(match, game, sees) for game in games])
    if number is not None:
        _game_or_404(reports(), number)
    game = site_game(match.game)
    ranking = standings(match)
    context = {
        "match": match,
        "standings": ranking,
        "result": cache(lambda: result_of(match, reports())),
        "changes": cache(lambda: rating_changes(match, ranking)),
        "notes": cache(lambda: correction_notes(match)),
        "form": ReasonForm(),
        "verbs": offered_verbs(match, sees),
        "site_game": game,
        "special": cache(lambda: game.of_match(match)),
        "facts": cache(lambda: game.facts(match.seats_count, match.config)),
        "games": reports,
        "shown": cache(lambda: _game_or_404(reports(), number)),
    }
    return live_page(cast("Request", request), "matches/detail.html", context, part="live")


def _game_or_404(reports: list[GameReport], number: int | None) -> GameReport | None:
    if number is None:
        return reports[0] if reports else None
    for found in reports:
        if found.number == number:
            return found
    raise Http404
