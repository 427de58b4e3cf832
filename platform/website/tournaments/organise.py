"""Create, edit and run tournaments."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.errors import Refused
from arena.models import Tournament
from arena.tournaments.organise import delete_draft, edit_tournament, make_tournament
from arena.tournaments.terms import (
    TournamentTerms,
    check_dates,
    check_tournament,
)
from engine import catalogue
from website.competitions.pages import CompetitionPages, form_page, own_competition, submit
from website.competitions.verbs import verb_or_404
from website.site.http import OwnRequest, organisers_only
from website.site.time_zones import USUAL_ZONE, zones
from website.tournaments.estimate import estimate, estimates, pace
from website.tournaments.forms import TournamentForm, initial_of, initial_of_new
from website.tournaments.lists import seen_tournaments
from website.tournaments.tournament_admin import TournamentAdmin
from website.tournaments.verbs import VERBS

ZONE = "zone"  # session key
TOURNAMENT = CompetitionPages(
    index="tournaments:index",
    detail="tournaments:detail",
    plural=_("Tournaments"),
    new=_("New tournament"),
    make=_("Create tournament"),
)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: OwnRequest) -> HttpResponse:
    """Create a tournament; the query may preset `game`."""
    game = request.GET.get("game", "")
    name = game if game in catalogue.FOLDERS else next(iter(catalogue.FOLDERS))
    initial = initial_of_new(name, _zone(request))
    form = TournamentForm(request.POST or None, initial=initial, config={}, viewer=request.user)
    made = _save_or_estimate(
        request, form, lambda terms: make_tournament(organiser=request.user, terms=terms)
    )
    if made is None:
        return _page(request, form, None)
    words = gettext(
        "Tournament created as a draft that only organisers can see. Open it when it is ready."
    )
    messages.success(request, words)
    return redirect("tournaments:organise", made.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: OwnRequest, slug: str) -> HttpResponse:
    found = _own(request, slug)
    initial = initial_of(found, _zone(request))
    form = TournamentForm(
        request.POST or None,
        initial=initial,
        config=found.config,
        viewer=request.user,
        present=found,
    )
    done = _save_or_estimate(
        request,
        form,
        lambda terms: edit_tournament(
            organiser=request.user,
            tournament=found,
            terms=terms,
            revision=form.shown_revision,
        ),
    )
    if done is None:
        return _page(request, form, found)
    messages.success(request, gettext("Tournament saved."))
    return redirect("tournaments:organise", slug)


def _own(request: OwnRequest, slug: str) -> Tournament:
    return own_competition(request.user, seen_tournaments(request.user), slug)


def _save_or_estimate(
    request: OwnRequest, form: TournamentForm, act: Callable[[TournamentTerms], Tournament]
) -> Tournament | None:
    """Return the saved tournament; None if invalid, refused, or only an estimate was asked for."""
    if form.is_bound and form.is_valid():
        request.session[ZONE] = form.cleaned_data["zone"]
    if "estimate" not in request.POST:
        return submit(form, act)
    present = form.present if isinstance(form.present, Tournament) else None
    submit(form, lambda terms: _check(terms, present))
    return None


def _check(terms: TournamentTerms, present: Tournament | None) -> None:
    check_tournament(terms=terms, tournament=present)
    check_dates(terms=terms, tournament=present)


def _zone(request: OwnRequest) -> str:
    """Return the profile's time zone, else the one that the organiser used last."""
    zone = request.user.time_zone or request.session.get(ZONE, USUAL_ZONE)
    return zone if zone in zones() else USUAL_ZONE


def _page(request: OwnRequest, form: TournamentForm, found: Tournament | None) -> HttpResponse:
    measured = submit(form, pace)
    terms = form.terms() if measured else None
    return form_page(
        request,
        "tournaments/edit.html",
        form,
        TOURNAMENT,
        found,
        measured=measured,
        estimates=estimates(terms, measured) if terms and measured else [],
        compared=estimate(terms, measured, terms.most_entrants) if terms and measured else None,
        offers_zone=not (
            found or form.is_bound or request.user.time_zone or ZONE in request.session
        ),
    )


@login_required
@require_safe
def organise_page(request: OwnRequest, slug: str) -> HttpResponse:
    """Show the tournament's admin page."""
    tournament = _own(request, slug)
    asked = request.GET.get("round", "")
    return _show(request, TournamentAdmin(tournament, request.user, asked=asked))


def _show(
    request: OwnRequest, admin: TournamentAdmin, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context = {"tournament": admin.tournament, "admin": admin}
    return render(request, "tournaments/organise.html", context, status=status)


@require_POST
@login_required
def delete(request: OwnRequest, slug: str) -> HttpResponse:
    """Delete a draft."""
    tournament = _own(request, slug)
    try:
        delete_draft(organiser=request.user, tournament=tournament)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("tournaments:organise", slug)
    words = gettext("The draft “%(name)s” was deleted.")
    messages.success(request, words % {"name": tournament.name})
    return redirect("tournaments:index")


@require_POST
@login_required
def act(request: OwnRequest, slug: str, verb: str) -> HttpResponse:
    """Run an organiser's verb; seeds that are refused come back as they were typed."""
    tournament, chosen = _own(request, slug), verb_or_404(VERBS, verb)
    if not chosen.has_revision:
        chosen.press(request, tournament)
        return redirect("tournaments:organise", slug)
    try:
        messages.success(request, chosen.run_form(request, tournament))
    except Refused as refused:
        present = _own(request, slug)
        admin = TournamentAdmin(present, request.user, sent=request.POST, refused=refused)
        if verb in admin.can:
            return _show(request, admin, HTTPStatus.CONFLICT)
        messages.error(request, refused.message)
    return redirect("tournaments:organise", slug)
