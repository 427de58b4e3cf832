"""Base of the forms of competitions."""

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from django import forms
from django.utils.functional import Promise

from arena.core.competition_terms import CompetitionTerms, as_logged
from arena.core.errors import EditedMeanwhile
from arena.core.names import normalise
from arena.core.terms import Terms
from website.competitions.term_fields import form_field, initial_of
from website.competitions.term_texts import EMPTY, label_text, plain_text, value_text

T = TypeVar("T", bound=Terms)


def parse_revision(sent: str) -> int | None:
    """Return the revision that a form was filled in from; None: it does not say; 0: none known."""
    if not sent:
        return None
    return int(sent) if sent.isdecimal() and len(sent) < 10 else 0


def name_field(kind: type[Terms]) -> Any:
    return form_field(kind, "name", widget=forms.TextInput(attrs={"autocomplete": "off"}))


class Difference(NamedTuple):
    """A setting that somebody else has changed: what it was, what it is now, and what is sent."""

    label: str
    before: str
    now: str
    sent: str


class TermsForm(forms.Form, Generic[T]):
    """The terms of `kind`, but for `composed` ones, which have no field of their own.

    `others` are labels of what else others may change meanwhile, by its name in the log.

    A term for which the class declares no field gets one in `further`. `revision` is that of the
    competition as it was shown; `differences` are what others have changed since.
    """

    kind: type[T]
    composed: ClassVar[frozenset[str]] = frozenset()
    others: ClassVar[Mapping[str, Promise]] = {}

    revision = forms.CharField(required=False, widget=forms.HiddenInput)
    name = name_field(CompetitionTerms)
    description = form_field(
        CompetitionTerms, "description", widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(
        self, data: Any = None, *, initial: Mapping[str, Any] | None = None, **more: Any
    ) -> None:
        super().__init__(data, initial={**self._usual(), **(initial or {})}, **more)
        self.added = [name for name in self._own_names() if name not in self.fields]
        self.fields |= {name: form_field(self.kind, name) for name in self.added}
        self.differences: list[Difference] = []
        self.is_stale = False

    @classmethod
    def _own_names(cls) -> list[str]:
        return [name for name in cls.kind.declared() if name not in cls.composed]

    @classmethod
    def _usual(cls) -> dict[str, Any]:
        declared = cls.kind.declared()
        shown = [name for name, one in cls.base_fields.items() if one.required and name in declared]
        found = {name: initial_of(declared[name]) for name in shown}
        return {name: one for name, one in found.items() if one is not None}

    @classmethod
    def stored(cls, present: Any) -> dict[str, Any]:
        """Return the initial values for a competition."""
        values = {name: getattr(present, name) for name in cls._own_names()}
        return values | {"revision": present.revision}

    @property
    def further(self) -> list[forms.BoundField]:
        return [self[name] for name in self.added]

    def clean_name(self) -> str:
        return normalise(self.cleaned_data["name"])

    def values(self) -> dict[str, Any]:
        """Return the terms of a valid form; empty ones with a default are left out."""
        declared = self.kind.declared()
        found = {name: self.cleaned_data[name] for name in self._own_names()}
        return {
            name: one
            for name, one in found.items()
            if one is not None or declared[name].may_be_none
        }

    def terms(self) -> T:
        return self.kind(**self.values())

    @property
    def shown_revision(self) -> int | None:
        """Return the revision that a valid form was filled in from; None: it does not say."""
        return parse_revision(self.cleaned_data["revision"])

    def compare(self, refused: EditedMeanwhile) -> None:
        """Keep what was sent, list what differs, and let the next save be of the present state."""
        self.is_stale = True
        sent, declared = self.values(), self.kind.declared()
        self.differences = [
            Difference(
                label_text(declared[name]),
                value_text(declared[name], before),
                value_text(declared[name], now),
                value_text(declared[name], as_logged(sent.get(name))),
            )
            for name, (before, now) in refused.changes.items()
            if name in declared
        ] + [
            Difference(str(self.others[name]), plain_text(before), plain_text(now), EMPTY)
            for name, (before, now) in refused.changes.items()
            if name in self.others
        ]
        data: Any = self.data
        data = data.copy()
        data["revision"] = str(refused.revision)
        self.data = data
