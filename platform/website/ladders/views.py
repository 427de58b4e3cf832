"""Ladder list and leaderboard."""

from functools import cache
from typing import cast

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.models import Entry, Ladder
from website.games.registry import asked_game, site_game, site_games
from website.ladders import board, entries
from website.ladders.export import WRITERS
from website.ladders.own_places import own_places
from website.ladders.rank_ranges import rank_ranges
from website.ladders.selection import Selection
from website.ladders.trends import trends
from website.matches.lists import latest
from website.site.http import Request, live_page, viewer
from website.site.page_cache import cached_page
from website.site.paging import page_of
from website.site.rate_limits import rate_limited


@require_safe
@cached_page()
def index(request: HttpRequest) -> HttpResponse:
    game = asked_game(request)
    found = board.ladders(viewer(request))
    ladders = found.filter(game=game.name) if game else found
    context = {"ladders": ladders, "game": game, "games": site_games()}
    return render(request, "ladders/index.html", context)


@require_safe
@cached_page(part_unless=lambda request, **_address: "mine" in request.GET)
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a leaderboard; see `Selection` for parameters."""
    sees = viewer(request)
    ladder = get_object_or_404(Ladder.objects.seen_by(sees).select_related("fit"), slug=slug)
    shows = site_game(ladder.game)
    selection = Selection.asked(ladder, sees, request.GET)
    page = cache(lambda: page_of(selection.entries(), board.PAGE, request.GET.get("page")))
    own_bots = entries.context(ladder, sees)
    ranks_own = bool(own_bots) and selection.is_ranking
    context = {
        "ladder": ladder,
        "page": page,
        "selection": selection,
        "rows": cache(lambda: _rows(selection, page())),
        "own_places": cache(lambda: own_places(ladder, sees) if ranks_own else []),
        "matches": cache(lambda: latest(5, ladder=ladder)),
        "special": shows.of_ladder(ladder.seats, ladder.config),
        "facts": shows.facts(ladder.seats, ladder.config),
        **own_bots,
    }
    return live_page(cast("Request", request), "ladders/leaderboard.html", context, part="live")


def _rows(selection: Selection, page: Page[Entry]) -> list[board.LeaderboardRow]:
    ladder, shown = selection.ladder, list(page.object_list)
    lines = trends(ladder, shown)
    if selection.unranked:
        return board.rows(shown, trends=lines)
    ranges = rank_ranges(ladder)
    if selection.is_ranking:
        return board.placed(ladder, shown, page.start_index(), lines, ranges)
    return board.scattered(ladder, shown, lines, ranges)


@require_safe
@rate_limited("exports", anonymous="anonymous_exports", reading=True)
def export(request: HttpRequest, slug: str, suffix: str) -> StreamingHttpResponse:
    """Download all selected rows as CSV or JSON."""
    sees = viewer(request)
    ladder = get_object_or_404(Ladder.objects.seen_by(sees), slug=slug)
    selection = Selection.asked(ladder, sees, request.GET)
    found = list(selection.entries())
    kind, written = WRITERS[suffix]
    rows = board.scattered(ladder, found, ranges=rank_ranges(ladder))
    answer = StreamingHttpResponse(written(rows), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{ladder.slug}.{suffix}"'
    return answer
