"""The tournament form."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import database_now
from arena.models import Tournament
from arena.tournaments.field import SEEDS
from arena.tournaments.terms import DATES, TournamentTerms
from website.accounts.models import User
from website.competitions.rules_form import RulesForm
from website.competitions.terms import form_field
from website.site.time_zones import USUAL_ZONE, ZoneSelect, offer_zones, zones
from website.tournaments.format_form import FormatForm, offer_ladders


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
        found = super().values()
        stored = {name: getattr(self.present, name) for name in DATES if self.present}
        kept = {name: one for name, one in stored.items() if _minute(one) == found[name]}
        return found | kept


def initial_of(tournament: Tournament, zone: str) -> dict[str, Any]:
    """Return initial values for a tournament, dates in `zone`."""
    dates = {name: _local(getattr(tournament, name), zone) for name in DATES}
    return TournamentForm.stored(tournament) | dates | {"zone": zone}


def initial_of_new(game: str, zone: str) -> dict[str, Any]:
    """Return initial values: open for a week, starting an hour after the deadline."""
    deadline = _local(database_now() + timedelta(days=7), zone).replace(minute=0, second=0)
    dates = {"entry_deadline": deadline, "starts_at": deadline + timedelta(hours=1)}
    return {"game": game, "zone": zone} | dates


def _local(when: datetime, zone: str) -> datetime:
    """Return the local time there, without a zone, for the widgets."""
    return timezone.make_naive(when, ZoneInfo(zone)).replace(microsecond=0)


def _minute(when: datetime) -> datetime:
    return when.replace(second=0, microsecond=0)
