"""The tournament form."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.actions.tournaments.check_tournament import (
    DATES,
    MOST_ENTRANTS,
    MOST_REVEAL_MINUTES,
    TournamentTerms,
    date_problem,
)
from arena.database_clock import database_now
from arena.models import Ladder, Tournament
from arena.tournaments.pairing import usual_games
from website.accounts.models import User
from website.games.rules_form import RulesForm, initial_rules
from website.time_zones import USUAL_ZONE, offer_zones, zones
from website.tournaments.format_form import FormatForm, initial_play, offer_ladders

AT = "%Y-%m-%dT%H:%M"  # as in browsers' datetime-local fields
OWN = (
    "admission",
    "ladder",
    "most_entrants",
    "bots_per_owner",
    "entry_deadline",
    "starts_at",
    "reveal_minutes",
)


class TournamentForm(FormatForm, RulesForm):
    """A tournament's settings; dates are in the chosen time zone."""

    admission = forms.ChoiceField(
        label=_("Entrants"), choices=Tournament.Admission.choices, widget=forms.RadioSelect
    )
    ladder = forms.ModelChoiceField(
        label=_("Ladder"),
        queryset=Ladder.objects.none(),
        required=False,
        empty_label=_("none: random seeding"),
        help_text=_(
            "Its ratings seed the entrants, and its best bots are admitted if chosen above."
        ),
    )
    most_entrants = forms.IntegerField(
        label=_("Maximum number of entrants"),
        min_value=2,
        max_value=MOST_ENTRANTS,
        help_text=_("Later sign-ups go on a waiting list and move up when someone leaves."),
    )
    bots_per_owner = forms.IntegerField(
        label=_("Maximum number of bots per owner"),
        min_value=1,
        help_text=_("House bots are not counted."),
    )
    zone = forms.ChoiceField(
        label=_("Time zone of these dates"), widget=forms.Select(attrs={"data-zone": ""})
    )
    entry_deadline = forms.DateTimeField(
        label=_("Entry deadline"),
        help_text=_("Versions are frozen and seeds are assigned then."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=AT),
    )
    starts_at = forms.DateTimeField(
        label=_("Start"),
        help_text=_("Automatic. At least two entrants are needed."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=AT),
    )
    reveal_minutes = forms.IntegerField(
        label=_("Minutes before a round's results are revealed"),
        min_value=0,
        max_value=MOST_REVEAL_MINUTES,
        help_text=_(
            "0: immediately. Otherwise round by round, so that everyone can watch together."
        ),
    )

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

    def clean(self) -> dict[str, Any]:
        """Check the dates, and that admission by ladder has one."""
        data = super().clean()
        deadline, start = data.get("entry_deadline"), data.get("starts_at")
        is_new = self.present is None or "entry_deadline" in self.changed_data
        if deadline and deadline <= database_now() and is_new:
            self.add_error(
                "entry_deadline", gettext("This time has already passed. Choose a later one.")
            )
        for name in {*DATES} & {*self.changed_data} & {*data}:
            if not self.has_error(name) and (problem := date_problem(data[name])):
                self.add_error(name, problem)
        if deadline and start and deadline > start:
            self.add_error("starts_at", gettext("The start cannot be before the entry deadline."))
        if data.get("admission") == Tournament.Admission.LADDER and not data.get("ladder"):
            self.add_error("ladder", gettext("Choose the ladder whose best bots are admitted."))
        return data

    def terms(self) -> TournamentTerms:
        plain = {name: self.cleaned_data[name] for name in OWN}
        return TournamentTerms(**self.rules(), **self.play(), **plain)


def initial_of(tournament: Tournament, zone: str) -> dict[str, Any]:
    """Return initial values for a tournament, dates in `zone`."""
    own = {name: getattr(tournament, name) for name in OWN}
    own |= {name: _local(own[name], zone) for name in ("entry_deadline", "starts_at")}
    return initial_rules(tournament) | initial_play(tournament) | own | {"zone": zone}


def initial_of_new(game: str, zone: str) -> dict[str, Any]:
    """Return initial values: a Swiss, open for a week, starting an hour after the deadline."""
    deadline = _local(database_now() + timedelta(days=7), zone).replace(minute=0, second=0)
    return {
        "game": game,
        "games_per_match": usual_games(TournamentTerms.seats),
        "format": TournamentTerms.format,
        "admission": Tournament.Admission.SIGN_UP,
        "most_entrants": 64,
        "bots_per_owner": 1,
        "reveal_minutes": 0,
        "zone": zone,
        "entry_deadline": deadline,
        "starts_at": deadline + timedelta(hours=1),
    }


def _local(when: datetime, zone: str) -> datetime:
    """Return the local time there, without a zone, for the widgets."""
    return timezone.make_naive(when, ZoneInfo(zone)).replace(microsecond=0)
