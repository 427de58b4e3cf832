"""The league form."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.actions.errors import BadTerms
from arena.actions.ladders.check_terms import GAMES_MOST
from arena.actions.leagues.check_league import (
    MOST_DIVISIONS,
    MOST_SIZE,
    NAME_MOST,
    LeagueTerms,
    read_schedule,
)
from arena.actions.tournaments.check_tournament import MOST_REVEAL_MINUTES
from arena.models import Ladder, League
from arena.models.leagues import MOST_FREEZE_MINUTES
from arena.tournaments.pairing import usual_games
from arena.tournaments.schedule import LINE_MOST
from website.accounts.models import User
from website.games.rules_form import check_games, name_field
from website.time_zones import USUAL_ZONE, offer_zones
from website.tournaments.format_form import FormatForm, initial_play, offer_ladders

RULES = ("game", "config", "seats", "limits")  # taken from the ladder
PLAIN = (
    "name",
    "description",
    "ladder",
    "divisions",
    "division_size",
    "promoted",
    "bots_per_owner",
    "schedule",
    "time_zone",
    "freeze_minutes",
    "reveal_minutes",
)
NEW = {"format": LeagueTerms.format}  # initial values


class LeagueForm(FormatForm):
    """A league's settings; its ladder sets the rules of play."""

    name = name_field(NAME_MOST)
    ladder = forms.ModelChoiceField(
        label=_("Ladder"),
        queryset=Ladder.objects.none(),
        empty_label=None,
        help_text=_(
            "Its bots take part, its ratings fill free slots, and the league uses its game, "
            "options, seats and time limits."
        ),
    )
    games_per_match = forms.IntegerField(
        label=_("Games per match"),
        required=False,
        min_value=1,
        max_value=GAMES_MOST,
        help_text=_(
            "1 or a multiple of the seats, so that every bot plays every seat. If empty, each "
            "seat twice."
        ),
    )
    divisions = forms.IntegerField(
        label=_("Maximum number of divisions"),
        min_value=1,
        max_value=MOST_DIVISIONS,
        initial=2,
        help_text=_("Filled from the top; with fewer bots there are fewer."),
    )
    division_size = forms.IntegerField(
        label=_("Bots per division"),
        min_value=2,
        max_value=MOST_SIZE,
        initial=8,
        help_text=_("The last division can have fewer."),
    )
    promoted = forms.IntegerField(
        label=_("Bots promoted and relegated"),
        min_value=0,
        initial=2,
        help_text=_("Fewer than half of a division."),
    )
    bots_per_owner = forms.IntegerField(
        label=_("Maximum number of bots per owner"),
        min_value=1,
        initial=1,
        help_text=_("In all divisions together, not counting house bots."),
    )
    schedule = forms.CharField(
        label=_("Schedule (cron expression)"),
        max_length=LINE_MOST,
        initial="0 18 * * FRI",
        help_text=_(
            "Minute, hour, day of the month, month, day of the week: 0 18 * * FRI is every Friday "
            "at 18:00, 0 9 * * MON#1 every first Monday of a month at 9:00."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        widget=forms.Select(attrs={"data-zone": ""}),
        initial=USUAL_ZONE,
        help_text=_("Time zone of the schedule, including daylight saving time."),
    )
    freeze_minutes = forms.IntegerField(
        label=_("Minutes from the freeze to the start"),
        min_value=0,
        max_value=MOST_FREEZE_MINUTES,
        initial=60,
        help_text=_("How long before the start divisions are formed and versions are frozen."),
    )
    reveal_minutes = forms.IntegerField(
        label=_("Minutes before a round's results are revealed"),
        min_value=0,
        max_value=MOST_REVEAL_MINUTES,
        initial=0,
        help_text=_(
            "0: immediately. Otherwise round by round, so that everyone can watch together."
        ),
    )

    def __init__(self, data: Any = None, *, viewer: User, league: League | None = None) -> None:
        super().__init__(data, initial=_initial(league) if league else NEW)
        offer_ladders(self, viewer)
        self.league = league
        offer_zones(self, "time_zone", league.time_zone if league else USUAL_ZONE)

    def clean(self) -> dict[str, Any]:
        """Check the schedule, games per match and promotions."""
        data = super().clean()
        if data.get("ladder") and data.get("games_per_match"):
            check_games(self, data["ladder"].seats, data["games_per_match"])
        if data.get("schedule") and data.get("time_zone"):
            try:
                read_schedule(cron=data["schedule"], zone=data["time_zone"])
            except BadTerms as problem:
                self.add_error("schedule", problem.message)
        size, promoted = data.get("division_size"), data.get("promoted")
        if size is not None and promoted is not None and 2 * promoted >= size:
            self.add_error("promoted", gettext("Fewer than half of a division of this size."))
        return data

    def terms(self) -> LeagueTerms:
        data = self.cleaned_data
        ladder = data["ladder"]
        stays = self.league is not None and self.league.ladder_id == ladder.pk
        rules = self.league if stays else ladder
        return LeagueTerms(
            **self.play(),
            **{name: data[name] for name in PLAIN},
            **{name: getattr(rules, name) for name in RULES},
            games_per_match=data["games_per_match"] or usual_games(ladder.seats),
        )


def _initial(league: League) -> dict[str, Any]:
    plain = {name: getattr(league, name) for name in (*PLAIN, "games_per_match")}
    return plain | initial_play(league)
