"""The list of matches; one match with its rating changes, and corrections of its result."""

from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from arena.core.errors import Refused
from arena.core.guards import REASON_MOST
from arena.matches.models.matches import MatchQuerySet
from arena.models import Action, Match, RatingChange
from arena.ratings import trueskill
from website.accounts.models import User
from website.competitions.verbs import Verb
from website.games.registry import asked_game, site_game, site_games
from website.matches import lists
from website.matches.filters import OF_BOT, MatchPageFilter
from website.matches.report import (
    GameReport,
    MatchSeat,
    games_of,
    match_or_404,
    result_of,
    sees_more,
    standings,
)
from website.matches.verbs import VERBS
from website.site.filters import PageFilters
from website.site.http import OwnRequest, Request, live_page, viewer
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
    one_more = cache(lambda: list(matches[: PAGE + 1]))
    context = {
        "game": game,
        "games": site_games(),
        "filters": filters,
        "matches": cache(lambda: one_more()[:PAGE]),
        "older": cache(lambda: one_more()[PAGE - 1].pk if len(one_more()) > PAGE else None),
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
    for report in reports:
        if report.number == number:
            return report
    raise Http404


LOGGED = ("void_result", "rejudge_match", "replay_of")


class ReasonForm(forms.Form):
    """Public reason for a correction."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Everyone can read it on this page and in the audit log."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def correction_notes(match: Match) -> list[Action]:
    """Return what was done about the match, and why."""
    if match.purpose != Match.Purpose.LADDER:
        return []
    return list(Action.objects.filter(target=f"match {match.pk}", verb__in=LOGGED))


def offered_verbs(match: Match, viewer: User | None) -> list[Verb]:
    """Return what the viewer may do about the result."""
    if not match.is_run_by(viewer):
        return []
    return [verb for verb in VERBS.values() if verb.offered(match)]


@login_required
@require_POST
def act(request: OwnRequest, match_id: int, verb: Verb) -> HttpResponse:
    """Run an organiser's verb, and lead to the match that it returns."""
    match = match_or_404(None, match_id)
    if not match.is_run_by(request.user):
        raise PermissionDenied
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            result = verb.run(organiser=request.user, on=match, sent=form.cleaned_data)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, verb.done_text(form.cleaned_data, result))
            return redirect("matches:detail", result.pk)
    context = {"form": form, "match": match, "verbs": VERBS.values()}
    return render(request, "matches/correct.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@dataclass(frozen=True)
class ExplainedChange:
    """A seat's change; `most` is the points it could make."""

    standing: MatchSeat
    terms: trueskill.UpdateTerms
    most: int

    @property
    def as_expected(self) -> bool:
        return abs(self.terms.surprise) < 0.05 * self.most

    @property
    def sigma_change(self) -> float:
        return -self.terms.narrowed

    @property
    def weight(self) -> int:
        """Its share of all uncertainty, in per cent."""
        return round(100 * self.terms.weight)


def rating_changes(match: Match, standings: list[MatchSeat]) -> list[ExplainedChange]:
    """Return them in the order of the standings; none where not rated."""
    changes = [standing.change for standing in standings]
    if match.ladder is None or match.status != Match.Status.FINISHED or None in changes:
        return []
    skills = [change.before for change in changes if isinstance(change, RatingChange)]
    ranks = [standing.seat.rank or len(standings) for standing in standings]
    chance = match.ladder.parameters_at(match.serial or 0).draw_probability
    try:
        terms = [
            trueskill.terms(skills, ranks, seat, draw_probability=chance)
            for seat in range(len(standings))
        ]
    except (ValueError, ArithmeticError):  # numbers that no rating has
        return []
    others = len(standings) - 1
    return [
        ExplainedChange(standing, its_terms, others)
        for standing, its_terms in zip(standings, terms, strict=True)
    ]
