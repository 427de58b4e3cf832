"""Create, edit, pause, resume and close leagues; the form of their settings."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from arena.core.errors import BadTerms
from arena.leagues.forecast_league import forecast_league
from arena.leagues.organise import edit_league, make_league
from arena.leagues.terms import LeagueTerms, read_schedule
from arena.models import League
from arena.tournaments.pairing import usual_games
from website.accounts.models import User
from website.competitions.pages import CompetitionPages, form_page, own_competition, submit
from website.competitions.terms import form_field, name_field
from website.competitions.verbs import verb_or_404
from website.leagues.verbs import VERBS
from website.site.http import OwnRequest, organisers_only
from website.site.time_zones import USUAL_ZONE, ZoneSelect, offer_zones
from website.tournaments.format_form import FormatForm, offer_ladders


class LeagueForm(FormatForm[LeagueTerms]):
    """A league's settings; its ladder sets the rules of play."""

    kind = LeagueTerms
    composed = FormatForm.composed | {*LeagueTerms.FROM_LADDER}

    name = name_field(LeagueTerms)
    ladder = form_field(LeagueTerms, "ladder", empty_label=None)
    games_per_match = form_field(LeagueTerms, "games_per_match", required=False)
    divisions = form_field(LeagueTerms, "divisions")
    division_size = form_field(LeagueTerms, "division_size")
    promoted = form_field(LeagueTerms, "promoted")
    bots_per_owner = form_field(LeagueTerms, "bots_per_owner")
    schedule = form_field(
        LeagueTerms,
        "schedule",
        initial="0 18 * * FRI",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    time_zone = form_field(
        LeagueTerms, "time_zone", choices=[], widget=ZoneSelect(attrs={"data-zone": ""})
    )
    freeze_minutes = form_field(LeagueTerms, "freeze_minutes")
    reveal_minutes = form_field(LeagueTerms, "reveal_minutes")

    def __init__(self, data: Any = None, *, viewer: User, league: League | None = None) -> None:
        zone = league.time_zone if league else viewer.time_zone or USUAL_ZONE
        super().__init__(
            data, initial=self.initial_values(league) if league else {"time_zone": zone}
        )
        offer_ladders(self, viewer)
        self.league = league
        offer_zones(self, "time_zone", zone)

    def clean(self) -> dict[str, Any]:
        """Check the schedule beside the other fields."""
        data = super().clean()
        if data.get("schedule") and data.get("time_zone"):
            try:
                read_schedule(cron=data["schedule"], zone=data["time_zone"])
            except BadTerms as problem:
                self.add_error(problem.term, problem.message)
        return data

    def values(self) -> dict[str, Any]:
        """Take the rules from the ladder, unless it stays."""
        ladder = self.cleaned_data["ladder"]
        stays = self.league is not None and self.league.ladder_id == ladder.pk
        rules = self.league if stays else ladder
        taken = {name: getattr(rules, name) for name in LeagueTerms.FROM_LADDER}
        return {"games_per_match": usual_games(ladder.seats)} | super().values() | taken


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
