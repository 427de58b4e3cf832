"""Form part for format, its choices and tie-breaks."""

from typing import Any, TypeVar

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext

from arena.core.translation import translate
from arena.models import Ladder
from arena.tournaments.format import MOST_EXTRAS, MOST_NUMBER, Option
from arena.tournaments.formats import FORMATS, OPTIONS, Format
from arena.tournaments.standings import TieBreak
from arena.tournaments.terms import PairedTerms
from engine.messages import Message
from website.accounts.models import User
from website.competitions.terms import TermsForm, form_field
from website.tournaments.words import TIE_BREAKS, TieBreakText

P = TypeVar("P", bound=PairedTerms)
ORDER = tuple(f"tie_break_{place}" for place in range(1, len(TieBreak) + 1))


class TermsFields(forms.Form):
    """One format's choices; empty numbers mean its defaults."""

    use_required_attribute = False

    def __init__(self, data: Any, *, kind: Format, stored: dict[str, Any] | None) -> None:
        super().__init__(data, prefix=kind.key, initial=stored)
        self.kind, self.stored = kind, stored
        self.fields = {name: _option_field(OPTIONS[name]) for name in kind.options}

    @property
    def about(self) -> str:
        return translate(Message(self.kind.about))

    @property
    def is_knockout(self) -> bool:
        """Return whether it eliminates entrants, so that ties are replayed."""
        return self.kind.has_knockout

    @property
    def most_extras(self) -> int:
        """Return the most replays of a tie."""
        return MOST_EXTRAS

    @property
    def boxes(self) -> list[forms.BoundField]:
        return [field for field in self if isinstance(field.field, forms.BooleanField)]

    @property
    def numbers(self) -> list[forms.BoundField]:
        return [field for field in self if not isinstance(field.field, forms.BooleanField)]

    def chosen(self) -> dict[str, Any]:
        """Return the choices, as stored if unchanged."""
        if self.stored is not None and not self.has_changed():
            return dict(self.stored)
        given = {name: value for name, value in self.cleaned_data.items() if value is not None}
        return given if "rounds" in given else {**self.kind.defaults, **given}


class FormatForm(TermsForm[P]):
    """Name, description, format and tie-breaks; only the chosen format's fields count."""

    composed = frozenset({"terms", "tie_breaks"})

    format = form_field(PairedTerms, "format", widget=forms.RadioSelect)
    if_unpaired = form_field(PairedTerms, "if_unpaired")

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        initial = self.initial
        chosen = data.get("format") if data else None
        self.formats = {
            key: TermsFields(
                data if key == chosen else None,
                kind=kind,
                stored=initial.get("terms") if key == initial["format"] else None,
            )
            for key, kind in FORMATS.items()
        }
        orders = [(tie_break.value, text.name) for tie_break, text in TIE_BREAKS.items()]
        for place, name in enumerate(ORDER, 1):
            self.fields[name] = forms.ChoiceField(
                label=gettext("%(place)d.") % {"place": place},
                choices=[("", "\N{EN DASH}"), *orders],
                required=False,
            )

    @property
    def ways(self) -> list[tuple[BoundWidget, TermsFields]]:
        """Return each format's radio button and fields."""
        radios = {radio.data["value"]: radio for radio in self["format"]}
        return [(radios[key], part) for key, part in self.formats.items()]

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[name] for name in ORDER]

    @property
    def explained(self) -> list[TieBreakText]:
        return list(TIE_BREAKS.values())

    @property
    def own_terms(self) -> TermsFields | None:
        """Return the chosen format's fields."""
        return self.formats.get(self.cleaned_data.get("format", ""))

    def is_valid(self) -> bool:
        fits = super().is_valid()
        return fits and self.own_terms is not None and self.own_terms.is_valid()

    def clean(self) -> dict[str, Any]:
        """Refuse repeated tie-breaks."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for name in ORDER:
            if data.get(name) and data[name] in seen:
                self.add_error(name, gettext("Already chosen above."))
            seen.add(data.get(name, ""))
        return data

    def values(self) -> dict[str, Any]:
        assert self.own_terms is not None  # noqa: S101  narrows for mypy: the form is valid
        data = self.cleaned_data
        order = [data[name] for name in ORDER if data[name]]
        return super().values() | {"terms": self.own_terms.chosen(), "tie_breaks": order}

    @classmethod
    def initial_values(cls, present: Any) -> dict[str, Any]:
        order = dict(zip(ORDER, present.tie_breaks, strict=False))
        return super().initial_values(present) | {"terms": present.terms} | order


def _option_field(option: Option) -> forms.Field:
    label, about = translate(Message(option.label)), translate(Message(option.help))
    if option.is_switch:
        return forms.BooleanField(
            label=label, required=False, initial=option.usual, help_text=about
        )
    return forms.IntegerField(
        label=label,
        required=option.usual is not None,
        min_value=option.least,
        max_value=MOST_NUMBER,
        initial=option.usual,
        help_text=about,
    )


def offer_ladders(form: forms.Form, viewer: User) -> None:
    ladders = Ladder.objects.seen_by(viewer).order_by("name")
    form.fields["ladder"].queryset = ladders  # type: ignore[attr-defined]
