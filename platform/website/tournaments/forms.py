"""The form of a tournament, and the small ones of sign-up and of the organisers' desk."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.actions.check_tournament import MOST_ENTRANTS, MOST_REVEAL_MINUTES, TournamentTerms
from arena.models import Ladder, Tournament
from arena.pairing import Format
from arena.standings import TieBreak
from website.games.rules_form import RulesForm, initial_rules
from website.tournaments.words import CHOICES, FORMATS, TIE_BREAKS

ORDER = tuple(f"tie_break_{place}" for place in range(1, len(TieBreak) + 1))
AT = "%Y-%m-%dT%H:%M"  # what browsers send and take for a date with its time
OWN = (
    "format",
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


class TermsFields(forms.Form):
    """What one format lets an organiser choose; empty numbers are left to the format."""

    use_required_attribute = False
    double = forms.BooleanField(
        label=_("Everybody meets everybody twice, with the seats changed"), required=False
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        help_text=_("Empty: as many as single out one who has won them all."),
    )
    groups = forms.IntegerField(label=_("Groups"), min_value=2, initial=2)
    advance = forms.IntegerField(label=_("Who go on from each"), min_value=1, initial=2)
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    reset = forms.BooleanField(
        label=_("The final is played again if the unbeaten one loses it"),
        required=False,
        initial=True,
    )
    fewest_seats = forms.IntegerField(
        label=_("The fewest at a table"),
        required=False,
        min_value=2,
        help_text=_("Where the entrants do not fill all tables. Empty: one seat less than full."),
    )

    def __init__(self, data: Any, *, kind: Format, initial: dict[str, Any]) -> None:
        super().__init__(data, prefix=kind.value, initial=initial)
        self.kind = kind
        self.fields = {name: self.fields[name] for name in CHOICES[kind]}

    @property
    def about(self) -> str:
        """The format in one sentence."""
        return str(FORMATS[self.kind])

    @property
    def boxes(self) -> list[forms.BoundField]:
        """The questions that are answered by yes or no."""
        return [field for field in self if isinstance(field.field, forms.BooleanField)]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """The other ones."""
        return [field for field in self if not isinstance(field.field, forms.BooleanField)]

    def chosen(self) -> dict[str, Any]:
        """The choices of arena.pairing.Terms that were made."""
        return {name: value for name, value in self.cleaned_data.items() if value is not None}


class TournamentForm(RulesForm):
    """All that an organiser decides about a tournament.

    Every format has its own choices, of which only those of the chosen format count. Dates are in
    the time zone that is chosen with them.
    """

    format = forms.ChoiceField(
        label=_("Format"), choices=Tournament.Format.choices, widget=forms.RadioSelect
    )
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
        label=_("Entrants at most"), min_value=2, max_value=MOST_ENTRANTS
    )
    bots_per_owner = forms.IntegerField(label=_("Bots of one owner at most"), min_value=1)
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
        chosen = data.get("format") if data else None
        self.formats = {
            kind: TermsFields(
                data if kind == chosen else None,
                kind=kind,
                initial=initial.get("terms", {}) if kind == initial["format"] else {},
            )
            for kind in Format
        }
        self.fields["zone"].choices = [(one, one.replace("_", " ")) for one in zones()]  # type: ignore[attr-defined]
        orders = [(one.value, told.name) for one, told in TIE_BREAKS.items()]
        for place, name in enumerate(ORDER, 1):
            self.fields[name] = forms.ChoiceField(
                label=gettext("%(place)d.") % {"place": place},
                choices=[("", "\N{EN DASH}"), *orders],
                required=False,
            )

    def full_clean(self) -> None:
        """Read the dates in the zone that was sent with them."""
        zone = (self.data.get("zone") if self.is_bound else None) or USUAL_ZONE
        with timezone.override(ZoneInfo(zone if zone in zones() else USUAL_ZONE)):
            super().full_clean()

    @property
    def ways(self) -> list[tuple[BoundWidget, TermsFields]]:
        """The formats, each with its own choices."""
        radios = {radio.data["value"]: radio for radio in self["format"]}
        return [(radios[kind.value], part) for kind, part in self.formats.items()]

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The selects of the tie-breaks, in their order."""
        return [self[name] for name in ORDER]

    @property
    def own_terms(self) -> TermsFields | None:
        """The choices of the chosen format."""
        return self.formats.get(self.cleaned_data.get("format", ""))

    def is_valid(self) -> bool:
        """Whether the form, the part of the game and that of the format are."""
        fits = super().is_valid()
        return fits and self.own_terms is not None and self.own_terms.is_valid()

    def clean(self) -> dict[str, Any]:
        """Each tie-break once, and a start that is not before the deadline."""
        data = super().clean()
        seen: set[str] = set()
        for name in ORDER:
            if data.get(name) and data[name] in seen:
                self.add_error(name, gettext("This one stands above already."))
            seen.add(data.get(name, ""))
        deadline, start = data.get("entry_deadline"), data.get("starts_at")
        if deadline and start and deadline > start:
            self.add_error("starts_at", gettext("It starts when entries have ended, not before."))
        if data.get("admission") == Tournament.Admission.LADDER and not data.get("ladder"):
            self.add_error("ladder", gettext("Choose the ladder whose best are admitted."))
        return data

    def terms(self) -> TournamentTerms:
        """What was decided, as the actions take it; the form is valid."""
        assert self.own_terms is not None  # noqa: S101  narrows for mypy: the form is valid
        data = self.cleaned_data
        order = [data[name] for name in ORDER if data[name]]
        plain = {name: data[name] for name in OWN}
        return TournamentTerms(
            **self.rules(), **plain, terms=self.own_terms.chosen(), tie_breaks=order
        )


def initial_of(tournament: Tournament, zone: str) -> dict[str, Any]:
    """What stands in the form before anything is changed; dates in that zone."""
    own = {name: getattr(tournament, name) for name in OWN}
    own |= {name: _local(own[name], zone) for name in ("entry_deadline", "starts_at")}
    order = dict(zip(ORDER, tournament.tie_breaks, strict=False))
    return initial_rules(tournament) | own | order | {"terms": tournament.terms, "zone": zone}


def initial_of_new(game: str, zone: str) -> dict[str, Any]:
    """A Swiss with open sign-up for a week, which starts an hour after the deadline."""
    deadline = _local(timezone.now() + timedelta(days=7), zone).replace(minute=0, second=0)
    return {
        "game": game,
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
