"""Create, edit, pause, resume and close leagues."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from arena.leagues.forecast_league import forecast_league
from arena.leagues.organise import edit_league, make_league
from arena.leagues.terms import LeagueTerms
from arena.models import League
from website.competitions.pages import CompetitionPages, form_page, own_competition, submit
from website.competitions.verbs import verb_or_404
from website.leagues.forms import LeagueForm
from website.leagues.verbs import VERBS
from website.site.http import OwnRequest, organisers_only

LEAGUE = CompetitionPages(
    index="leagues:index",
    detail="leagues:detail",
    plural=_("Leagues"),
    new=_("New league"),
    make=_("Create league"),
)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: OwnRequest) -> HttpResponse:
    """Create a league, or forecast its seasons."""
    form = LeagueForm(request.POST or None, viewer=request.user)
    league = _save_or_forecast(
        request, form, lambda terms: make_league(organiser=request.user, terms=terms)
    )
    if league is None:
        return _page(request, form)
    messages.success(request, gettext("League created. Its seasons start automatically."))
    return redirect("leagues:detail", league.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: OwnRequest, slug: str) -> HttpResponse:
    """Edit a league from its next season on, or forecast it."""
    leagues = League.objects.seen_by(request.user).select_related("ladder")
    found = own_competition(request.user, leagues, slug)
    form = LeagueForm(request.POST or None, viewer=request.user, league=found)
    league = _save_or_forecast(
        request,
        form,
        lambda terms: edit_league(
            organiser=request.user, league=found, terms=terms, revision=form.shown_revision
        ),
    )
    if league is None:
        return _page(request, form)
    messages.success(request, gettext("League saved. Changes apply from its next season."))
    return redirect("leagues:detail", slug)


@require_POST
@login_required
def act(request: OwnRequest, slug: str, verb: str) -> HttpResponse:
    """Run an organiser's verb."""
    league = own_competition(request.user, League.objects.seen_by(request.user), slug)
    was_done = verb_or_404(VERBS, verb).press(request, league)
    return redirect("leagues:detail" if was_done else "leagues:edit", slug)


def _save_or_forecast(
    request: OwnRequest, form: LeagueForm, do: Callable[[LeagueTerms], League]
) -> League | None:
    """Return the saved league; None if invalid, refused, or only a forecast was asked for."""
    return None if "forecast" in request.POST else submit(form, do)


def _page(request: OwnRequest, form: LeagueForm) -> HttpResponse:
    league = form.league
    forecast = submit(form, lambda terms: forecast_league(terms=terms, league=league))
    return form_page(
        request,
        "leagues/edit.html",
        form,
        LEAGUE,
        league,
        league=league,
        forecast=forecast,
        verbs=[verb for verb in VERBS.values() if league and verb.offered(league)],
        offers_zone=not (league or form.is_bound or request.user.time_zone),
    )
