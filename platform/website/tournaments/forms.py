"""The form of a tournament, and the small ones of sign-up and of the organisers' desk."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

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
from website.games.rules_form import RulesForm, initial_rules
from website.tournaments.format_form import FormatForm, initial_play

AT = "%Y-%m-%dT%H:%M"  # what browsers send and take for a date with its time
OWN = (
    "admission",
    "ladder",
    "most_entrants",
    "bots_per_owner",
    "entry_deadline",
    "starts_at",
    "reveal_minutes",
)
USUAL_ZONE = "UTC"


def zones() -> list[str]:
    """The time zones by their cities, and UTC."""
    return [USUAL_ZONE, *sorted(one for one in available_timezones() if _has_city(one))]


def _has_city(zone: str) -> bool:
    return "/" in zone and not zone.startswith(("Etc/", "posix/", "right/", "SystemV/", "US/"))


def offer_zones(form: forms.Form, name: str, present: str = USUAL_ZONE) -> None:
    """Let the field of this name choose among the time zones, and that which is chosen now."""
    names = zones()
    names += [] if present in names else [present]
    choices = [(one, one.replace("_", " ")) for one in names]
    form.fields[name].choices = choices  # type: ignore[attr-defined]


class TournamentForm(FormatForm, RulesForm):
    """All that an organiser decides about a tournament.

    Dates are in the time zone that is chosen with them.
    """

    admission = forms.ChoiceField(
        label=_("Entrants"), choices=Tournament.Admission.choices, widget=forms.RadioSelect
    )
    ladder = forms.ModelChoiceField(
        label=_("Ladder"),
        queryset=Ladder.objects.order_by("name"),
        required=False,
        empty_label=_("none: seeds are drawn by lot"),
        help_text=_(
            "Its ratings seed the entrants, and its best are admitted if you say so above."
        ),
    )
    most_entrants = forms.IntegerField(
        label=_("Entrants at most"),
        min_value=2,
        max_value=MOST_ENTRANTS,
        help_text=_("Who signs up later waits, and moves up where somebody leaves."),
    )
    bots_per_owner = forms.IntegerField(
        label=_("Bots of one owner at most"),
        min_value=1,
        help_text=_("House bots are not counted."),
    )
    zone = forms.ChoiceField(
        label=_("Time zone of these dates"), widget=forms.Select(attrs={"data-zone": ""})
    )
    entry_deadline = forms.DateTimeField(
        label=_("Entries end"),
        help_text=_("Then the versions that play are frozen, and the seeds are drawn."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=AT),
    )
    starts_at = forms.DateTimeField(
        label=_("Start"),
        help_text=_("By itself; two entrants at least are needed."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=AT),
    )
    reveal_minutes = forms.IntegerField(
        label=_("Minutes until a round's results are shown"),
        min_value=0,
        max_value=MOST_REVEAL_MINUTES,
        help_text=_("0: at once. Else round after round, so that it can be watched together."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        initial: dict[str, Any],
        config: dict[str, Any],
        present: Tournament | None = None,
    ) -> None:
        super().__init__(data, initial=initial, config=config, present=present)
        offer_zones(self, "zone")

    def full_clean(self) -> None:
        """Read the dates in the zone that was sent with them."""
        zone = (self.data.get("zone") if self.is_bound else None) or USUAL_ZONE
        with timezone.override(ZoneInfo(zone if zone in zones() else USUAL_ZONE)):
            super().full_clean()

    def clean(self) -> dict[str, Any]:
        """A deadline that is still to come, a start that is not before it, and a ladder where its
        best are admitted."""
        data = super().clean()
        deadline, start = data.get("entry_deadline"), data.get("starts_at")
        is_new = self.present is None or "entry_deadline" in self.changed_data
        if deadline and deadline <= database_now() and is_new:
            self.add_error("entry_deadline", gettext("This has passed already: give a later time."))
        for name in {*DATES} & {*self.changed_data} & {*data}:
            if not self.has_error(name) and (problem := date_problem(data[name])):
                self.add_error(name, problem)
        if deadline and start and deadline > start:
            self.add_error("starts_at", gettext("It starts when entries have ended, not before."))
        if data.get("admission") == Tournament.Admission.LADDER and not data.get("ladder"):
            self.add_error("ladder", gettext("Choose the ladder whose best are admitted."))
        return data

    def terms(self) -> TournamentTerms:
        """What was decided, as the actions take it; the form is valid."""
        plain = {name: self.cleaned_data[name] for name in OWN}
        return TournamentTerms(**self.rules(), **self.play(), **plain)


def initial_of(tournament: Tournament, zone: str) -> dict[str, Any]:
    """What stands in the form before anything is changed; dates in that zone."""
    own = {name: getattr(tournament, name) for name in OWN}
    own |= {name: _local(own[name], zone) for name in ("entry_deadline", "starts_at")}
    return initial_rules(tournament) | initial_play(tournament) | own | {"zone": zone}


def initial_of_new(game: str, zone: str) -> dict[str, Any]:
    """A Swiss with open sign-up for a week, which starts an hour after the deadline."""
    deadline = _local(database_now() + timedelta(days=7), zone).replace(minute=0, second=0)
    return {
        "game": game,
        "games_per_match": usual_games(TournamentTerms.seats),
        "format": Tournament.Format.SWISS,
        "admission": Tournament.Admission.SIGN_UP,
        "most_entrants": 64,
        "bots_per_owner": 1,
        "reveal_minutes": 0,
        "zone": zone,
        "entry_deadline": deadline,
        "starts_at": deadline + timedelta(hours=1),
    }


def _local(when: datetime, zone: str) -> datetime:
    """The time that a clock shows there; without a zone, as the widgets take it."""
    return timezone.make_naive(when, ZoneInfo(zone)).replace(microsecond=0)
