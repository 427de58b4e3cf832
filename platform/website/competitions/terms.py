"""Declared terms on pages: fields and forms, and values in words as the log has them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from django import forms
from django.db.models import Model
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise, lazy
from django.utils.text import Truncator
from django.utils.timezone import is_aware, localtime
from django.utils.translation import gettext

from arena.core.competition_terms import CompetitionTerms, as_logged
from arena.core.errors import EditedMeanwhile
from arena.core.names import normalise
from arena.core.terms import Term, Terms
from arena.core.translation import translate
from engine.messages import Message
from website.site.plain_text import show_invisible

NUMBERS: dict[type, type[forms.Field]] = {int: forms.IntegerField, float: forms.FloatField}
AT = "%Y-%m-%dT%H:%M"  # as in browsers' datetime-local fields
MOST = 200  # characters of a value in a list of changes
EMPTY = "\N{EN DASH}"
T = TypeVar("T", bound=Terms)


def form_field(kind: type[Terms], name: str, **special: Any) -> Any:
    """Return the field of a term; `special` arguments replace those of its declaration."""
    declared = kind.declared()[name]
    is_required = special.get("required", not declared.may_be_empty)
    shape, shaped = (forms.ChoiceField, {}) if "choices" in special else _shape(declared)
    usual = {
        "label": _label(declared),
        "help_text": _help(declared, is_required),
        "required": is_required,
        "initial": initial_of(declared) if is_required else None,
    }
    return shape(**usual | shaped | special)


def initial_of(declared: Term) -> Any:
    """Return the default that a form can show, or None."""
    has_one = not declared.is_required and not isinstance(declared.default, type)
    return declared.default if has_one else None


def _shape(declared: Term) -> tuple[type[forms.Field], dict[str, Any]]:
    kind, least, most = declared.kind, declared.least, declared.most
    if declared.choices:
        return forms.ChoiceField, {"choices": declared.choices}
    if issubclass(kind, Model):
        return forms.ModelChoiceField, {"queryset": kind._default_manager.none()}
    if kind is datetime:
        box = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=AT)
        return forms.DateTimeField, {"widget": box}
    if kind is str:
        return forms.CharField, {"min_length": least, "max_length": most}
    return NUMBERS[kind], {"min_value": least, "max_value": most}


def _words(declared: Term, is_required: bool) -> str:
    texts = [translate(Message(declared.help))]
    if not is_required and declared.if_open:
        usual = translate(Message(declared.if_open))
        texts.append(gettext("If empty, %(usual)s.") % {"usual": usual})
    elif not is_required and (usual := initial_of(declared)):
        texts.append(gettext("Default: %(usual)s.") % {"usual": usual})
    return " ".join(filter(None, texts))


def _title(declared: Term) -> str:
    return translate(Message(declared.label))


_help = lazy(_words, str)
_label = lazy(_title, str)


def label_text(declared: Term) -> str:
    return translate(Message(declared.label))


def value_text(declared: Term, value: Any) -> str:
    """Return a logged value in a few words, in the reader's language and time zone."""
    if value is None or value in ("", [], {}):
        return EMPTY
    if declared.kind is datetime:
        when = parse_datetime(str(value))
        return f"{localtime(when):%Y-%m-%d %H:%M %Z}" if when and is_aware(when) else str(value)
    if declared.choices and not isinstance(value, list):
        labels = {str(key): str(label) for key, label in declared.choices()}
        return labels.get(str(value), str(value))
    return plain_text(value)


def plain_text(value: Any) -> str:
    """Return a logged value in a few words, without labels."""
    return Truncator(show_invisible(_plain(value))).chars(MOST) or EMPTY


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_plain(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)


def changes_text(kind: type[Terms], changed: Any) -> str:
    """Return the changes of a log's row: names alone in old rows, else old and new values."""
    declared = kind.declared()
    if not isinstance(changed, Mapping):
        return ", ".join(str(name).replace("_", " ") for name in changed)
    parts = [
        f"{label_text(declared[name])}: {value_text(declared[name], old)} → "
        f"{value_text(declared[name], new)}"
        for name, (old, new) in changed.items()
        if name in declared
    ]
    return "; ".join(parts)


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
        declared = self.kind.declared()
        usual = {
            name: default
            for name, field in self.base_fields.items()
            if field.required and name in declared
            if (default := initial_of(declared[name])) is not None
        }
        super().__init__(data, initial={**usual, **(initial or {})}, **more)
        self.added = [name for name in self._own_names() if name not in self.fields]
        self.fields |= {name: form_field(self.kind, name) for name in self.added}
        self.differences: list[Difference] = []
        self.is_stale = False

    @classmethod
    def _own_names(cls) -> list[str]:
        return [name for name in cls.kind.declared() if name not in cls.composed]

    @classmethod
    def initial_values(cls, present: Any) -> dict[str, Any]:
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
        sent = {name: self.cleaned_data[name] for name in self._own_names()}
        return {
            name: value
            for name, value in sent.items()
            if value is not None or declared[name].may_be_none
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
