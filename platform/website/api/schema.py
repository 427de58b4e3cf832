"""Extend drf-spectacular's schema: operation names and token scopes."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import GenericViewSet

from website.accounts.models import Token
from website.api.permissions import scope_of


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
    found: type[BaseSerializer[Any]] | None = shape
    return found


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


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # in the library
    """Describe bearer tokens and their scopes."""

    target_class = "website.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:  # noqa: ARG002
        scopes = ", ".join(f"`{value}` ({label})" for value, label in Token.Scope.choices)
        return {"type": "http", "scheme": "bearer", "description": f"Scopes: {scopes}."}
