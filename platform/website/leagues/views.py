"""League pages and calendars."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arena.models import League, Season
from website.games.registry import asked_game, site_game, site_games
from website.leagues import board
from website.leagues.feed import calendar_of
from website.site.http import Request, viewer

PAGE = 50  # champions


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List leagues, of one `game` or all."""
    game = asked_game(request)
    sees = viewer(request)
    leagues = board.leagues(sees)
    if game:
        leagues = leagues.filter(game=game.name)
    champions = board.champions(leagues, sees)
    rows = [(league, board.schedule_words(league), champions.get(league.pk)) for league in leagues]
    context = {"rows": rows, "game": game, "games": site_games()}
    return render(request, "leagues/index.html", context)


@require_safe
def detail(request: Request, slug: str) -> HttpResponse:
    """Show a league, its latest season and its champions."""
    sees = viewer(request)
    league = get_object_or_404(League.objects.seen_by(sees).select_related("ladder"), slug=slug)
    season = board.latest_season(league)
    divisions = board.divisions(season, sees) if season else []
    shows = site_game(league.game)
    context = {
        "league": league,
        "schedule": board.schedule_words(league),
        "special": shows.of_ladder(league.seats, league.config),
        "facts": shows.facts(league.seats, league.config),
        "season": season,
        "has_begun": any(division.has_begun for division in divisions),
        "divisions": divisions,
        "champions": Paginator(league.seasons.crowned(), PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "leagues/detail.html", context)


@require_safe
def season(request: Request, slug: str, number: int) -> HttpResponse:
    sees = viewer(request)
    seasons = Season.objects.seen_by(sees).select_related("league", "champion__owner")
    found = get_object_or_404(seasons, league__slug=slug, number=number)
    numbers = set(found.league.seasons.values_list("number", flat=True))
    divisions = board.divisions(found, sees)
    context = {
        "league": found.league,
        "season": found,
        "has_begun": any(division.has_begun for division in divisions),
        "divisions": divisions,
        "before": number - 1 if number - 1 in numbers else None,
        "after": number + 1 if number + 1 in numbers else None,
    }
    return render(request, "leagues/season.html", context)


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a league's calendar."""
    league = get_object_or_404(League.objects.seen_by(viewer(request)), slug=slug)
    return calendar_of(request, [league], league.name)


@require_safe
def calendar_of_all(request: HttpRequest) -> HttpResponse:
    """Send the calendar of all leagues not closed."""
    leagues = board.leagues(viewer(request)).exclude(state=League.State.CLOSED)
    return calendar_of(request, leagues, gettext("Kingsbench leagues"))
