"""Terms of competitions, declared once: checks, forms and API follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import IntEnum
from functools import cache
from types import NoneType
from typing import (
    Any,
    Self,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from engine.messages import Message
from engine.messages import gettext_noop as _

REQUIRED: Any = object()  # instead of a default
Choices = Callable[[], Iterable[tuple[str, Any]]]


class Stage(IntEnum):
    """A competition's progress: a term is fixed from one of these stages on."""

    DRAFT = 0
    ENTERED = 1
    FROZEN = 2
    STARTED = 3
    NEVER = 4


@dataclass(frozen=True, kw_only=True)
class Term:
    """A term with English texts.

    `least` and `most`: of a number, or a text's length. `choices`: values with labels. `if_open`:
    what holds if it is left open. `default`: a function for what can be changed in place.
    """

    label: str
    help: str = ""
    least: float | None = None
    most: float | None = None
    choices: Choices | None = None
    if_open: str = ""
    fixed_from: Stage = Stage.STARTED
    default: Any = REQUIRED
    name: str = ""
    kind: type = object
    may_be_none: bool = False

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED

    @property
    def may_be_empty(self) -> bool:
        """Whether no value, or an empty text, is one."""
        return self.may_be_none or (self.kind is str and not self.choices and not self.least)

    @property
    def values(self) -> list[str]:
        """The values to choose from."""
        return [str(value) for value, _label in self.choices()] if self.choices else []

    def problem(self, value: Any) -> Message | None:
        """Return what is wrong with a value, or None."""
        if value is None and self.may_be_none:
            return None
        kind: Any = int | float if self.kind is float else self.kind
        if isinstance(value, bool) != (self.kind is bool) or not isinstance(value, kind):
            return self._message(_("“%(label)s” cannot be %(value)s."), value=repr(value))
        if isinstance(value, datetime) and value.utcoffset() is None:
            return self._message(_("“%(label)s” needs a time zone."))
        return self._choice_problem(value) if self.choices else self._bounds_problem(value)

    def _choice_problem(self, value: Any) -> Message | None:
        names, known = ", ".join(self.values), self.values
        if isinstance(value, list):
            fits = all(choice in known for choice in value) and len(set(value)) == len(value)
            words = _("“%(label)s” can be any of these, each once: %(names)s.")
            return None if fits else self._message(words, names=names)
        words = _("“%(label)s” cannot be “%(value)s”. Choose one of these: %(names)s.")
        return None if value in known else self._message(words, value=value, names=names)

    def _bounds_problem(self, value: Any) -> Message | None:
        if self.most is None:
            return None
        least, size = self.least or 0, len(value) if isinstance(value, str) else value
        if least <= size <= self.most:
            return None
        words = _("“%(label)s” must be from %(least)s to %(most)s, not %(value)s.")
        if isinstance(value, str):
            words = _("“%(label)s” must have %(least)s to %(most)s characters, not %(value)s.")
        return self._message(words, least=least, most=self.most, value=size)

    def _message(self, words: str, /, **params: Any) -> Message:
        return Message(words, {"label": Message(self.label), **params})


def term(label: str, *, default: Any = REQUIRED, **more: Any) -> Any:
    """Declare a term as a field of `Terms`; without a default it must be given."""
    return _field(Term(label=label, default=default, **more))


def redeclare(kind: type[Terms], name: str, *, default: Any = REQUIRED, **more: Any) -> Any:
    """Declare a term of another kind again, with these differences."""
    return _field(replace(kind.declared()[name], default=default, **more))


def _field(declared: Term) -> Any:
    metadata = {"term": declared}
    if declared.is_required:
        return field(metadata=metadata)
    if isinstance(declared.default, type):
        return field(default_factory=declared.default, metadata=metadata)
    return field(default=declared.default, metadata=metadata)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(term, redeclare))
class Terms:
    """Base of the terms of each kind of competition, which are frozen dataclasses."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def declared(cls) -> Mapping[str, Term]:
        """Return the terms by name, in order."""
        return _terms_of(cast("Any", cls))

    @classmethod
    def of(cls, present: object) -> Self:
        """Return the stored terms of a competition."""
        return cls(**{name: getattr(present, name) for name in cls.declared()})

    def values(self) -> dict[str, Any]:
        """Return the values by name."""
        return {name: getattr(self, name) for name in self.declared()}

    def changes(self, present: object) -> dict[str, Any]:
        """Return the values that differ from the stored ones."""
        return {
            name: value for name, value in self.values().items() if getattr(present, name) != value
        }


@cache
def _terms_of(kind: type[Terms]) -> Mapping[str, Term]:
    hints = get_type_hints(kind)
    terms = {}
    for declared in fields(cast("Any", kind)):
        hint = hints[declared.name]
        parts = get_args(hint)
        if NoneType in parts:
            [hint] = [part for part in parts if part is not NoneType]
        terms[declared.name] = replace(
            declared.metadata["term"],
            name=declared.name,
            kind=get_origin(hint) or hint,
            may_be_none=NoneType in parts,
        )
    return terms
