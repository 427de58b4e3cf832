"""Our OpenAPI schema: names and scopes of operations, and what it describes of their input.

A request with a key or a query parameter that the schema does not describe is refused.
"""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.fields import Field
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.viewsets import GenericViewSet

from website.accounts.models import Token
from website.api.authentication import scope_of

SHOWN = 10  # unknown keys


class Described(AutoSchema):
    """Name operations after the view and action, such as `tournaments_start`."""

    def get_operation_id(self) -> str:
        action = getattr(self.view, "action", "")
        return f"{type(self.view).__name__}_{action}".lower()

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Add the scope that a token needs."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is not None:
            scope = scope_of(self.view, is_reading=self.method in SAFE_METHODS)
            operation["x-scope"] = str(scope)
        return operation


def body_of(view: GenericViewSet[Any]) -> type[BaseSerializer[Any]] | None:
    """Return the input that the schema describes for the view's action; None without a body."""
    schema = getattr(view, view.action).kwargs["schema"]()
    schema.view = view
    described = schema.get_request_serializer()
    [shape] = described.values() if isinstance(described, dict) else [described]
    body: type[BaseSerializer[Any]] | None = shape
    return body


def parameters_of(view: GenericViewSet[Any]) -> set[str]:
    """Return the query parameters that the schema describes for the view's action."""
    known: set[str] = set()
    schema = getattr(view, view.action).kwargs["schema"]()
    schema.view = view
    for parameter in schema.get_override_parameters():
        if not isinstance(parameter, OpenApiParameter):
            known.update(parameter().fields)
        elif parameter.location == OpenApiParameter.QUERY:
            known.add(parameter.name)
    if view.action == "list" and view.filter_backends:
        known.update(view.filterset_class.base_filters)  # type: ignore[attr-defined]  # the backend's
    if view.action == "list" and view.pagination_class:
        known.update({"cursor", "limit"})
    return known


def require_known_keys(
    shape: type[BaseSerializer[Any]] | None, data: Any, context: Mapping[str, Any]
) -> None:
    """Raise ValidationError that names unknown keys, nested ones too; without a shape, all are."""
    known = _known_fields(shape(context=dict(context))) if shape else {}
    unknown = dict(islice(_unknown(known, data), SHOWN))
    if unknown:
        raise ValidationError(unknown)
    if shape is None and data:
        raise ValidationError("This request has no body.")


def require_known_parameters(known: Iterable[str], asked: Iterable[str]) -> None:
    """Raise ValidationError that names unknown query parameters."""
    names = dict.fromkeys(known)
    unknown = [name for name in asked if name not in names]
    if unknown:
        raise ValidationError(
            {name: [_advice(name, names, "Unknown parameter.")] for name in unknown[:SHOWN]}
        )


def _known_fields(shape: BaseSerializer[Any]) -> dict[str, Field[Any, Any, Any, Any]]:
    fields = shape.fields if isinstance(shape, Serializer) else {}
    return {name: field for name, field in fields.items() if not field.read_only}


def _unknown(
    known: Mapping[str, Field[Any, Any, Any, Any]], data: Any, before: str = ""
) -> Iterator[tuple[str, list[str]]]:
    for key in data if isinstance(data, Mapping) else ():
        if key not in known:
            yield f"{before}{key}", [_advice(str(key), known, "Unknown field.")]
        elif isinstance(field := known[key], Serializer):
            yield from _unknown(_known_fields(field), data[key], f"{before}{key}.")


def _advice(key: str, known: Mapping[str, Any], problem: str) -> str:
    near = get_close_matches(key, known, 1)
    return f"{problem} Did you mean “{near[0]}”?" if near else problem


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # in the library
    """Describe bearer tokens and their scopes."""

    target_class = "website.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002
        scopes = ", ".join(f"`{value}` ({label})" for value, label in Token.Scope.choices)
        return {"type": "http", "scheme": "bearer", "description": f"Scopes: {scopes}."}
