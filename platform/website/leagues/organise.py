"""What organisers do with leagues: make one, change it, pause, resume and close it."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from arena.actions.errors import Refused
from arena.actions.leagues.check_league import LeagueTerms
from arena.actions.leagues.close_league import close_league
from arena.actions.leagues.edit_league import edit_league
from arena.actions.leagues.forecast_league import forecast_league
from arena.actions.leagues.make_league import make_league
from arena.actions.leagues.pause_league import pause_league
from arena.actions.leagues.resume_league import resume_league
from arena.models import League
from website.http import OwnRequest, organisers_only, sent_text
from website.leagues.forms import LeagueForm
from website.organising import Kind, carry_out, form_page

REASON_MOST = 500
LEAGUE = Kind(
    index="leagues:index",
    detail="leagues:detail",
    plural=_("Leagues"),
    new=_("New league"),
    make=_("Make the league"),
)
VERBS: Mapping[str, Callable[..., League]] = {
    "pause": pause_league,
    "resume": resume_league,
    "close": close_league,
}


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: OwnRequest) -> HttpResponse:
    """Make a league, or show what its seasons would take."""
    form = LeagueForm(request.POST or None)
    league = _done(request, form, lambda terms: make_league(organiser=request.user, terms=terms))
    if league is None:
        return _page(request, form)
    messages.success(request, gettext("The league stands. Its seasons start by themselves."))
    return redirect("leagues:detail", league.slug)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: OwnRequest, slug: str) -> HttpResponse:
    """Change a league from its next season on, or show what that would take."""
    found = get_object_or_404(League.objects.select_related("ladder"), slug=slug)
    form = LeagueForm(request.POST or None, league=found)
    league = _done(
        request,
        form,
        lambda terms: edit_league(organiser=request.user, league=found, terms=terms),
    )
    if league is None:
        return _page(request, form)
    messages.success(request, gettext("The league is changed, from its next season on."))
    return redirect("leagues:detail", slug)


@require_POST
@organisers_only
def act(request: OwnRequest, slug: str, verb: str) -> HttpResponse:
    """Pause, resume or close a league, and say what came of it."""
    league = get_object_or_404(League, slug=slug)
    control = VERBS.get(verb)
    if control is None:
        raise Http404
    reason = sent_text(request.POST, "reason")[:REASON_MOST]
    try:
        changed = control(organiser=request.user, league=league, reason=reason)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("leagues:edit", slug)
    told = {"name": changed.name, "state": changed.get_state_display()}
    messages.success(request, gettext("“%(name)s” is %(state)s now.") % told)
    return redirect("leagues:detail", slug)


def _done(
    request: OwnRequest, form: LeagueForm, do: Callable[[LeagueTerms], League]
) -> League | None:
    """The league after the action; None where there was nothing to do, the forecast alone was asked
    for, or it was refused."""
    return None if "forecast" in request.POST else carry_out(form, do)


def _page(request: HttpRequest, form: LeagueForm) -> HttpResponse:
    league = form.league
    forecast = carry_out(form, lambda terms: forecast_league(terms=terms, league=league))
    return form_page(
        request,
        "leagues/edit.html",
        form,
        LEAGUE,
        league,
        league=league,
        forecast=forecast,
        offers_zone=not league and not form.is_bound,
    )
