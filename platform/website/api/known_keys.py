"""Refuse keys of a request body, and query parameters, that an endpoint does not have."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, Serializer

SHOWN = 10  # unknown keys


def require_known_keys(
    shape: type[BaseSerializer[Any]] | None, data: Any, context: Mapping[str, Any]
) -> None:
    """Raise ValidationError that names unknown keys, nested ones too; without a shape, all are."""
    known = _known_fields(shape(context=dict(context))) if shape else {}
    found = dict(islice(_unknown(known, data), SHOWN))
    if found:
        raise ValidationError(found)
    if shape is None and data:
        raise ValidationError("This request has no body.")


def require_known_parameters(known: Iterable[str], asked: Iterable[str]) -> None:
    """Raise ValidationError that names unknown query parameters."""
    names = dict.fromkeys(known)
    unknown = [name for name in asked if name not in names]
    if unknown:
        raise ValidationError(
            {name: [_words(name, names, "Unknown parameter.")] for name in unknown[:SHOWN]}
        )


def _known_fields(shape: BaseSerializer[Any]) -> dict[str, Field[Any, Any, Any, Any]]:
    fields = shape.fields if isinstance(shape, Serializer) else {}
    return {name: one for name, one in fields.items() if not one.read_only}


def _unknown(
    known: Mapping[str, Field[Any, Any, Any, Any]], data: Any, before: str = ""
) -> Iterator[tuple[str, list[str]]]:
    for key in data if isinstance(data, Mapping) else ():
        if key not in known:
            yield f"{before}{key}", [_words(str(key), known, "Unknown field.")]
        elif isinstance(one := known[key], Serializer):
            yield from _unknown(_known_fields(one), data[key], f"{before}{key}.")


def _words(key: str, known: Mapping[str, Any], words: str) -> str:
    near = get_close_matches(key, known, 1)
    return f"{words} Did you mean “{near[0]}”?" if near else words
