"""Input fields of declared terms."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from rest_framework import serializers

from arena.core.terms import Term, Terms
from arena.models import Ladder
from website.api.fields import Freely, KnownLadder, Limits

Field = serializers.Field[Any, Any, Any, Any]
SHAPES: Mapping[type, Callable[..., Field]] = {
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
    dict: Freely,
    Ladder: KnownLadder,
}


class TermsInput(serializers.Serializer[Any]):
    """The terms of `kind`, but for those `left_out`; fields of the class go first."""

    kind: ClassVar[type[Terms]]
    left_out: ClassVar[Sequence[str]] = ()

    limits = Limits(required=False)

    def get_fields(self) -> dict[str, Any]:
        special = super().get_fields()
        return {
            name: special.get(name) or input_field(one)
            for name, one in self.kind.declared().items()
            if name not in self.left_out
        }


def input_field(declared: Term) -> Field:
    """Return the field of a term."""
    usual: dict[str, Any] = {
        "required": declared.is_required,
        "allow_null": declared.may_be_none,
        "help_text": _about(declared),
    }
    if declared.choices and declared.kind is list:
        one = serializers.ChoiceField(choices=declared.values)
        return serializers.ListField(child=one, max_length=len(declared.values), **usual)
    if declared.choices:
        return serializers.ChoiceField(choices=list(declared.choices()), **usual)
    return SHAPES[declared.kind](**usual, **_bounds(declared))


def further_terms(kind: type[Terms], shown: Sequence[str]) -> list[str]:
    """Return the names of the terms that are not shown."""
    return [name for name in kind.declared() if name not in shown]


def _bounds(declared: Term) -> dict[str, Any]:
    if declared.kind is str:
        bounds = {"min_length": declared.least, "max_length": declared.most}
        return bounds | {"allow_blank": declared.may_be_empty}
    if declared.most is None:
        return {}
    return {"min_value": declared.least, "max_value": declared.most}


def _about(declared: Term) -> str:
    texts = [f"{declared.label}.", declared.help]
    if declared.if_open:
        empty = "null" if declared.may_be_none else "left out of a new one"
        when = "empty" if declared.kind is list else empty
        texts.append(f"If {when}, {declared.if_open}.")
    elif isinstance(declared.default, str | int) and declared.default != "":
        texts.append(f"Default: {declared.default}.")
    return " ".join(text for text in texts if text)
