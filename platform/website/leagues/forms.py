"""The form of a league, new or old."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.actions.check_league import (
    MOST_DIVISIONS,
    MOST_SIZE,
    NAME_MOST,
    LeagueTerms,
    read_schedule,
)
from arena.actions.check_tournament import MOST_NUMBER, MOST_REVEAL_MINUTES
from arena.actions.errors import BadTerms
from arena.models import Ladder, League, Tournament
from arena.models.leagues import MOST_FREEZE_MINUTES
from arena.pairing import Format
from arena.schedule import LINE_MOST
from website.tournaments.forms import zones
from website.tournaments.words import CHOICES

RULES = ("game", "config", "seats", "games_per_match", "limits")  # those of the ladder
TERMS = ("double", "rounds")
PLAIN = (
    "name",
    "description",
    "ladder",
    "format",
    "divisions",
    "division_size",
    "promoted",
    "bots_per_owner",
    "schedule",
    "time_zone",
    "freeze_minutes",
    "reveal_minutes",
)


class LeagueForm(forms.Form):
    """All that an organiser decides about a league. Its rules are those of its ladder."""

    name = forms.CharField(
        label=_("Name"),
        min_length=2,
        max_length=NAME_MOST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=1000,
        help_text=_("What is special here; everybody sees this. May stay empty."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    ladder = forms.ModelChoiceField(
        label=_("Ladder"),
        queryset=Ladder.objects.order_by("name"),
        empty_label=None,
        help_text=_(
            "Its bots take part, its ratings fill free places, and its game, options, seats and "
            "clocks are those of the league."
        ),
    )
    format = forms.ChoiceField(
        label=_("Format of a division"),
        choices=Tournament.Format.choices,
        initial=Tournament.Format.ROUND_ROBIN,
        help_text=_("Pods are for tables of three and more."),
    )
    double = forms.BooleanField(
        label=_("Everybody meets everybody twice, with the seats changed"), required=False
    )
    rounds = forms.IntegerField(
        label=_("Rounds of a Swiss or in pods"),
        required=False,
        min_value=1,
        max_value=MOST_NUMBER,
        help_text=_("Empty: as many as are usual for the format."),
    )
    divisions = forms.IntegerField(
        label=_("Divisions at most"), min_value=1, max_value=MOST_DIVISIONS, initial=2
    )
    division_size = forms.IntegerField(
        label=_("Bots in a division"), min_value=2, max_value=MOST_SIZE, initial=8
    )
    promoted = forms.IntegerField(
        label=_("How many go up and down"),
        min_value=0,
        initial=2,
        help_text=_("Fewer than half of a division."),
    )
    bots_per_owner = forms.IntegerField(
        label=_("Bots of one owner at most"), min_value=1, initial=1
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
        label=_("Time zone"), widget=forms.Select(attrs={"data-zone": ""}), initial="UTC"
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
        super().__init__(data, initial=_initial(league) if league else None)
        self.league = league
        names = zones()
        if league and league.time_zone not in names:
            names.append(league.time_zone)
        self.fields["time_zone"].choices = [(one, one.replace("_", " ")) for one in names]  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """The name on one line, single spaces between its words."""
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> dict[str, Any]:
        """A calendar that comes, and fewer than half of a division who move."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
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
        asked = CHOICES[Format(data["format"])]
        chosen = {name: data[name] for name in TERMS if name in asked and data[name]}
        kept = self._kept(data["format"])
        return LeagueTerms(
            **{name: data[name] for name in PLAIN},
            **{name: getattr(rules, name) for name in RULES},
            terms=kept | chosen,
            tie_breaks=self.league.tie_breaks if self.league else [],
        )

    def _kept(self, chosen: str) -> dict[str, Any]:
        """What the form does not ask, of a league whose format stays."""
        if self.league is None or self.league.format != chosen:
            return {}
        return {name: value for name, value in self.league.terms.items() if name not in TERMS}


def _initial(league: League) -> dict[str, Any]:
    plain = {name: getattr(league, name) for name in PLAIN}
    return plain | {name: league.terms.get(name) for name in TERMS}
