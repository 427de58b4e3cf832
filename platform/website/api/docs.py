"""The API's documentation: an OpenAPI schema and a page."""

import json
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

from arena.core.errors import Refused
from website.api.problems import INVALID, TYPE, code_of, status_of

OPENAPI = "application/vnd.oai.openapi+json"


class Endpoint(NamedTuple):
    method: str
    path: str
    summary: str
    scope: str


class Kind(NamedTuple):
    code: str
    status: HTTPStatus
    about: str


OTHERS = (
    Kind("invalid", INVALID, "Invalid input; errors has messages by field."),
    Kind("missing-scope", HTTPStatus.FORBIDDEN, "The token does not have permission for this."),
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all endpoints and problem types."""
    refusals = [
        Kind(code_of(refusal), status_of(refusal), refusal.__doc__ or "")
        for refusal in Refused.__subclasses__()
    ]
    context = {"groups": endpoints_by_tag(), "problems": sorted([*refusals, *OTHERS])}
    return render(request, "api/index.html", context)


@cache
def endpoints_by_tag() -> dict[str, list[Endpoint]]:
    groups: dict[str, list[Endpoint]] = {}
    for path, operations in json.loads(schema_json())["paths"].items():
        for method, operation in operations.items():
            endpoint = Endpoint(method.upper(), path, operation["summary"], operation["x-scope"])
            groups.setdefault(operation["tags"][0], []).append(endpoint)
    return groups


@require_safe
def schema(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(schema_json(), content_type=OPENAPI)


@cache
def schema_json() -> bytes:
    """Return the schema as JSON; it takes a second, so it is cached."""
    with translation.override("en"):
        generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # in the library
        described = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        return bytes(OpenApiJsonRenderer().render(described, renderer_context={}))


def with_problems(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Add the problem response to every operation."""
    answer = {"$ref": "#/components/schemas/Problem"}
    problem = {"description": "A problem (RFC 9457).", "content": {TYPE: {"schema": answer}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = problem
    result["components"]["schemas"]["Problem"] = PROBLEM
    return result


PROBLEM = {
    "type": "object",
    "description": "What went wrong. `errors` has messages by field.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}
