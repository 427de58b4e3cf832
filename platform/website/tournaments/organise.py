"""Create, edit and run tournaments; the form of their settings."""

from collections.abc import Callable
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.database_clock import database_now
from arena.core.errors import Refused
from arena.models import Tournament
from arena.tournaments.field import SEEDS
from arena.tournaments.organise import delete_draft, edit_tournament, make_tournament
from arena.tournaments.terms import (
    DATES,
    TournamentTerms,
    check_dates,
    check_tournament,
)
from engine import catalogue
from website.accounts.models import User
from website.competitions.pages import CompetitionPages, form_page, own_competition, submit
from website.competitions.rules_form import RulesForm
from website.competitions.terms import form_field
from website.competitions.verbs import verb_or_404
from website.site.http import OwnRequest, organisers_only
from website.site.time_zones import USUAL_ZONE, ZoneSelect, offer_zones, zones
from website.tournaments.estimate import estimate, estimates, pace
from website.tournaments.format_form import FormatForm, offer_ladders
from website.tournaments.lists import seen_tournaments
from website.tournaments.tournament_admin import TournamentAdmin
from website.tournaments.verbs import VERBS


class TournamentForm(FormatForm[TournamentTerms], RulesForm[TournamentTerms]):
    """A tournament's settings; dates are in the chosen time zone."""

    kind = TournamentTerms
    composed = FormatForm.composed | RulesForm.composed
    others = {SEEDS: _("Manual seeding")}

    admission = form_field(TournamentTerms, "admission", widget=forms.RadioSelect)
    ladder = form_field(TournamentTerms, "ladder", empty_label=_("none: random seeding"))
    most_entrants = form_field(TournamentTerms, "most_entrants")
    bots_per_owner = form_field(TournamentTerms, "bots_per_owner")
    zone = forms.ChoiceField(
        label=_("Time zone of these dates"), widget=ZoneSelect(attrs={"data-zone": ""})
    )
    entry_deadline = form_field(TournamentTerms, "entry_deadline")
    starts_at = form_field(TournamentTerms, "starts_at")
    reveal_minutes = form_field(TournamentTerms, "reveal_minutes")

    def __init__(
        self,
        data: Any = None,
        *,
        initial: dict[str, Any],
        config: dict[str, Any],
        viewer: User,
        present: Tournament | None = None,
    ) -> None:
        super().__init__(data, initial=initial, config=config, present=present)
        offer_ladders(self, viewer)
        offer_zones(self, "zone")

    def full_clean(self) -> None:
        """Parse dates in the submitted time zone."""
        zone = (self.data.get("zone") if self.is_bound else None) or USUAL_ZONE
        with timezone.override(ZoneInfo(zone if zone in zones() else USUAL_ZONE)):
            super().full_clean()

    def values(self) -> dict[str, Any]:
        """Keep the seconds of unchanged dates, which the form does not show."""
        values = super().values()
        for name in DATES if self.present else ():
            stored = getattr(self.present, name)
            if stored.replace(second=0, microsecond=0) == values[name]:
                values[name] = stored
        return values


def initial_of(tournament: Tournament, zone: str) -> dict[str, Any]:
    """Return initial values for a tournament, dates in `zone`."""
    dates = {name: _local(getattr(tournament, name), zone) for name in DATES}
    return TournamentForm.initial_values(tournament) | dates | {"zone": zone}


def initial_of_new(game: str, zone: str) -> dict[str, Any]:
    """Return initial values: open for a week, starting an hour after the deadline."""
    deadline = _local(database_now() + timedelta(days=7), zone).replace(minute=0, second=0)
    dates = {"entry_deadline": deadline, "starts_at": deadline + timedelta(hours=1)}
    return {"game": game, "zone": zone} | dates


def _local(when: datetime, zone: str) -> datetime:
    """Return the local time there, without a zone, for the widgets."""
    return timezone.make_naive(when, ZoneInfo(zone)).replace(microsecond=0)


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
    tournament = _save_or_estimate(
        request, form, lambda terms: make_tournament(organiser=request.user, terms=terms)
    )
    if tournament is None:
        return _page(request, form, None)
    words = gettext(
        "Tournament created as a draft that only organisers can see. Open it when it is ready."
    )
    messages.success(request, words)
    return redirect("tournaments:organise", tournament.slug)


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

    def check(terms: TournamentTerms) -> None:
        check_tournament(terms=terms, tournament=present)
        check_dates(terms=terms, tournament=present)

    submit(form, check)
    return None


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
