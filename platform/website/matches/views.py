"""The list of matches, and one match."""

from typing import cast
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arena.models import Ladder
from website.accounts.models import User
from website.games.registry import asked_game, site_game, site_games
from website.http import Request, found_or_404, live_page, viewer
from website.matches import lists
from website.matches.corrections import ReasonForm, correction_notes, may_correct
from website.matches.rating_changes import rating_changes
from website.matches.report import GameReport, games_of, match_or_404, result_of, standings

PAGE = 40


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List matches, newest first; `before` pages without counting."""
    matches = lists.listed_matches()
    ladder = _ladder(viewer(request), request.GET.get("ladder"))
    if ladder is not None:
        matches = matches.filter(ladder=ladder)
    game = asked_game(request)
    if game is not None:
        matches = matches.filter(game=game.name)
    before = request.GET.get("before", "")
    if before.isdecimal():
        matches = matches.filter(id__lt=int(before))
    found = list(matches[: PAGE + 1])
    narrowed = {name: request.GET[name] for name in ("ladder", "game") if request.GET.get(name)}
    context = {
        "ladder": ladder,
        "game": game,
        "games": site_games(),
        "narrowed": urlencode(narrowed),
        "matches": found[:PAGE],
        "older": found[PAGE - 1].pk if len(found) > PAGE else None,
        "before": before,
    }
    return live_page(cast("Request", request), "matches/index.html", context, part="live")


def _ladder(sees: User | None, slug: str | None) -> Ladder | None:
    return found_or_404(Ladder.objects.seen_by(sees), slug=slug) if slug else None


@require_safe
def detail(request: HttpRequest, match_id: int, number: int | None = None) -> HttpResponse:
    """Show a match with one of its games, the first by default."""
    sees = viewer(request)
    match = match_or_404(sees, match_id)
    games = games_of(match) if match.has_result else []
    reports = [GameReport(match, game, sees) for game in games]
    game = site_game(match.game)
    ranking = standings(match)
    context = {
        "match": match,
        "standings": ranking,
        "result": result_of(match, reports),
        "changes": rating_changes(match, ranking),
        "notes": correction_notes(match),
        "form": ReasonForm() if may_correct(match, sees) else None,
        "site_game": game,
        "special": game.of_match(match),
        "facts": game.facts(match.seats_count, match.config),
        "games": reports,
        "shown": _shown(reports, number),
    }
    return live_page(cast("Request", request), "matches/detail.html", context, part="live")


def _shown(reports: list[GameReport], number: int | None) -> GameReport | None:
    if number is None:
        return reports[0] if reports else None
    for found in reports:
        if found.number == number:
            return found
    raise Http404
