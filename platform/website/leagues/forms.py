"""The league form."""

from typing import Any

from django import forms

from arena.core.errors import BadTerms
from arena.leagues.terms import LeagueTerms, read_schedule
from arena.models import League
from arena.tournaments.pairing import usual_games
from website.accounts.models import User
from website.competitions.terms import form_field, name_field
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
        super().__init__(data, initial=self.stored(league) if league else {"time_zone": zone})
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
