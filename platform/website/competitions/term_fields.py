"""Form fields of declared terms."""

from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Model
from django.utils.functional import lazy
from django.utils.translation import gettext

from arena.core.terms import Term, Terms
from arena.core.translation import translate
from engine.messages import Message

NUMBERS: dict[type, type[forms.Field]] = {int: forms.IntegerField, float: forms.FloatField}
AT = "%Y-%m-%dT%H:%M"  # as in browsers' datetime-local fields


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
