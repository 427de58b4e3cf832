"""The form of a league, new or old."""

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
from arena.models import Ladder, League, Tournament
from arena.models.leagues import MOST_FREEZE_MINUTES
from arena.tournaments.pairing import usual_games
from arena.tournaments.schedule import LINE_MOST
from website.games.rules_form import check_games, name_field
from website.tournaments.format_form import FormatForm, initial_play
from website.tournaments.forms import USUAL_ZONE, offer_zones

RULES = ("game", "config", "seats", "limits")  # those of the ladder
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
NEW = {"format": Tournament.Format.ROUND_ROBIN}  # what stands in the form at first


class LeagueForm(FormatForm):
    """All that an organiser decides about a league. What is played is what its ladder plays; how a
    division is played is chosen as for a tournament."""

    name = name_field(NAME_MOST)
    ladder = forms.ModelChoiceField(
        label=_("Ladder"),
        queryset=Ladder.objects.order_by("name"),
        empty_label=None,
        help_text=_(
            "Its bots take part, its ratings fill free places, and its game, options, seats and "
            "clocks are those of the league."
        ),
    )
    games_per_match = forms.IntegerField(
        label=_("Games a match"),
        required=False,
        min_value=1,
        max_value=GAMES_MOST,
        help_text=_(
            "1, or a multiple of the seats: then every bot sits on every seat. Empty: on each of "
            "them twice."
        ),
    )
    divisions = forms.IntegerField(
        label=_("Divisions at most"),
        min_value=1,
        max_value=MOST_DIVISIONS,
        initial=2,
        help_text=_("Filled from the highest on; with fewer bots there are fewer."),
    )
    division_size = forms.IntegerField(
        label=_("Bots in a division"),
        min_value=2,
        max_value=MOST_SIZE,
        initial=8,
        help_text=_("The last division may have fewer."),
    )
    promoted = forms.IntegerField(
        label=_("How many go up and down"),
        min_value=0,
        initial=2,
        help_text=_("Fewer than half of a division."),
    )
    bots_per_owner = forms.IntegerField(
        label=_("Bots of one owner at most"),
        min_value=1,
        initial=1,
        help_text=_("In all divisions together; house bots are not counted."),
    )
    schedule = forms.CharField(
        label=_("Starts, as a cron expression"),
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
        help_text=_("By whose clocks it starts, in summer and in winter."),
    )
    freeze_minutes = forms.IntegerField(
        label=_("Minutes from the freeze to the start"),
        min_value=0,
        max_value=MOST_FREEZE_MINUTES,
        initial=60,
        help_text=_("So long before, the divisions are made and the versions frozen."),
    )
    reveal_minutes = forms.IntegerField(
        label=_("Minutes until a round's results are shown"),
        min_value=0,
        max_value=MOST_REVEAL_MINUTES,
        initial=0,
        help_text=_("0: at once. Else round after round, so that it can be watched together."),
    )

    def __init__(self, data: Any = None, *, league: League | None = None) -> None:
        super().__init__(data, initial=_initial(league) if league else NEW)
        self.league = league
        offer_zones(self, "time_zone", league.time_zone if league else USUAL_ZONE)

    def clean(self) -> dict[str, Any]:
        """A calendar that comes, games that fit the ladder's seats, and fewer than half of a
        division who move."""
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
        """What was decided, as the actions take it; the form is valid."""
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
