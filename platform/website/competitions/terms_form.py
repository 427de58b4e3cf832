"""Base of the forms of competitions."""

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from django import forms

from arena.actions.competition_terms import CompetitionTerms
from arena.names import normalise
from arena.terms import Terms
from website.competitions.term_fields import form_field, initial_of

T = TypeVar("T", bound=Terms)


def name_field(kind: type[Terms]) -> Any:
    return form_field(kind, "name", widget=forms.TextInput(attrs={"autocomplete": "off"}))


class TermsForm(forms.Form, Generic[T]):
    """The terms of `kind`, but for `composed` ones, which have no field of their own.

    A term for which the class declares no field gets one in `further`.
    """

    kind: type[T]
    composed: ClassVar[frozenset[str]] = frozenset()

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
        return {name: getattr(present, name) for name in cls._own_names()}

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
