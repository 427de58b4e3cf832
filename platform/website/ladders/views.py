"""The list of ladders and the leaderboard."""

from typing import cast

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.models import Ladder
from website.games.presentation import asked_game, presentation, presentations
from website.http import Request, live_page
from website.ladders import board
from website.matches.lists import latest


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All ladders, or those of one `game`."""
    game = asked_game(request)
    found = board.ladders()
    ladders = found.filter(game=game.name) if game else found
    context = {"ladders": ladders, "game": game, "games": presentations()}
    return render(request, "ladders/index.html", context)


@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """A ladder's bots by their conservative rating, kept fresh while the page is looked at; with
    `unranked` those that have no place."""
    ladder = get_object_or_404(Ladder, slug=slug)
    shows = presentation(ladder.game)
    is_rest = "unranked" in request.GET
    entries = board.unranked(ladder) if is_rest else board.ranked(ladder)
    page = Paginator(entries, board.PAGE).get_page(request.GET.get("page"))
    shown = list(page.object_list)
    context = {
        "ladder": ladder,
        "page": page,
        "is_rest": is_rest,
        "rows": board.rows(shown) if is_rest else board.placed(ladder, shown, page.start_index()),
        "matches": latest(5, ladder=ladder),
        "special": shows.of_ladder(ladder.seats, ladder.config),
        "facts": shows.facts(ladder.seats, ladder.config),
    }
    return live_page(cast("Request", request), "ladders/leaderboard.html", context, part="live")
