"""Organisers' terms in requests: their fields, their revision, and what is left open."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, TypeVar

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from arena.core.clocks import CLOCKS
from arena.core.terms import Term, Terms
from arena.models import Ladder, League, Tournament
from arena.models.competition import Competition
from arena.tournaments.formats import FORMATS, MissingFormat
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
T = TypeVar("T", bound=Terms)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description=(
        "The ETag of what you read. If others have changed the settings since, nothing is stored: "
        "409, with `changes`."
    ),
)


class TermsInput(serializers.Serializer[Any]):
    """The terms of `kind`, but for those `left_out`; fields of the class go first."""

    kind: ClassVar[type[Terms]]
    left_out: ClassVar[Sequence[str]] = ()

    limits = Limits(required=False)

    def get_fields(self) -> dict[str, Any]:
        special = super().get_fields()
        return {
            name: special.get(name) or input_field(declared)
            for name, declared in self.kind.declared().items()
            if name not in self.left_out
        }


def input_field(declared: Term) -> Field:
    """Return the field of a term."""
    usual: dict[str, Any] = {
        "required": declared.is_required,
        "allow_null": declared.may_be_none,
        "help_text": help_text(declared),
    }
    if declared.choices and declared.kind is list:
        choice = serializers.ChoiceField(choices=declared.values)
        return serializers.ListField(child=choice, max_length=len(declared.values), **usual)
    if declared.choices:
        return serializers.ChoiceField(choices=list(declared.choices()), **usual)
    if declared.kind is str:
        bounds = {"min_length": declared.least, "max_length": declared.most}
        usual |= bounds | {"allow_blank": declared.may_be_empty}
    elif declared.most is not None:
        usual |= {"min_value": declared.least, "max_value": declared.most}
    return SHAPES[declared.kind](**usual)


def help_text(declared: Term) -> str:
    """Say what a term is, and what holds where it is left open."""
    texts = [f"{declared.label}.", declared.help]
    if declared.if_open:
        empty = "null" if declared.may_be_none else "left out of a new one"
        when = "empty" if declared.kind is list else empty
        texts.append(f"If {when}, {declared.if_open}.")
    elif isinstance(declared.default, str | int) and declared.default != "":
        texts.append(f"Default: {declared.default}.")
    return " ".join(text for text in texts if text)


def further_terms(kind: type[Terms], shown: Sequence[str]) -> list[str]:
    """Return the names of the terms that are not shown."""
    return [name for name in kind.declared() if name not in shown]


def read_revision(request: Request, present: Competition) -> int:
    """Return the revision that a request wants to change, by default the one just read.

    A tag begins with it; the rest, of the content, is for caches. A tag that is none gives 0, which
    never was.
    """
    header = request.headers.get("If-Match", "*").strip()
    tags = [tag.strip().removeprefix("W/").strip('"') for tag in header.split(",")]
    known = [tag.partition("-")[0] for tag in tags]
    if header == "*" or str(present.revision) in known:
        return present.revision
    return int(known[0]) if known[0].isdecimal() and len(known[0]) < 10 else 0


def usual_where_open(
    sent: Mapping[str, Any], kind: str, present: Tournament | League | None = None
) -> dict[str, Any]:
    """Return the input with the format's default choices where left open.

    `kind`: the format if none is sent. Stored choices stay unless `terms` or another format are
    sent.
    """
    kind = sent.get("format", kind)
    if present and "terms" not in sent and kind == present.format:
        return dict(sent)
    terms = sent.get("terms", present.terms if present else {})
    if terms.get("rounds") is None:
        terms = {**(FORMATS.get(kind) or MissingFormat()).defaults, **terms}
    return {**sent, "terms": terms}


def changed_terms(kind: type[T], present: Competition, sent: Mapping[str, Any]) -> T:
    """Return the stored terms updated with the input; limits that the API does not offer stay."""
    kept = {name: value for name, value in present.limits.items() if name not in CLOCKS}
    limits = {"limits": kept | sent["limits"]} if "limits" in sent else {}
    return kind(**kind.of(present).values() | {**sent} | limits)
