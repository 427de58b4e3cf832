"""Tournament list and page."""

from functools import cache
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.core.translation import translate
from engine.messages import Message
from website.games.registry import asked_game, site_game, site_games
from website.site.http import Request, is_organiser, live_page, viewer
from website.site.page_cache import cached_page
from website.tournaments import entries, lists
from website.tournaments.report import Report
from website.tournaments.words import choices_of


@require_safe
@cached_page()
def index(request: HttpRequest) -> HttpResponse:
    """List tournaments by state, of one `game` or all."""
    game = asked_game(request)
    sections = lists.sections(viewer(request), game.name if game else None)
    context = {"sections": sections, "game": game, "games": site_games()}
    return render(request, "tournaments/index.html", context)


@require_safe
@cached_page(part_unless=is_organiser)
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament and a round, by default the latest."""
    sees = viewer(request)
    found = lists.seen_tournaments(sees).select_related("division__season__league")
    tournament = get_object_or_404(found, slug=slug)
    shows = site_game(tournament.game)
    context = {
        "tournament": tournament,
        "report": cache(lambda: Report(tournament, sees, request.GET.get("round", ""))),
        "about": translate(Message(tournament.format_rules.about)),
        "choices": choices_of(tournament),
        "special": shows.of_ladder(tournament.seats, tournament.config),
        "facts": shows.facts(tournament.seats, tournament.config),
        **entries.context(tournament, sees),
    }
    return live_page(cast("Request", request), "tournaments/detail.html", context, part="live")
