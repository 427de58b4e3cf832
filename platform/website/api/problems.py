"""Answer errors of the API as `application/problem+json` (RFC 9457), in English."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import translation
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from arena.core import errors
from arena.core.database_clock import database_now

TYPE = "application/problem+json"
MIB = 1024 * 1024
INVALID = HTTPStatus.UNPROCESSABLE_ENTITY
STATUSES: Mapping[type[errors.Refused], HTTPStatus] = {  # the others are conflicts
    errors.NotYours: HTTPStatus.FORBIDDEN,
    errors.NotOrganiser: HTTPStatus.FORBIDDEN,
    errors.BadUpload: INVALID,
    errors.BadName: INVALID,
    errors.BadTerms: INVALID,
    errors.NeedsReason: INVALID,
    errors.NotKept: HTTPStatus.GONE,
    errors.QuotaUsed: HTTPStatus.TOO_MANY_REQUESTS,
    errors.NoJail: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.NotStored: HTTPStatus.SERVICE_UNAVAILABLE,
}
DETAILS = {
    HTTPStatus.BAD_REQUEST: "The request cannot be read.",
    HTTPStatus.NOT_FOUND: "Not found, or you don't have permission to see it.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        f"The request body is too large: a bot can have up to {settings.UPLOAD_MOST // MIB} MiB, "
        f"everything else {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // MIB} MiB."
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        "Nothing can be stored right now: a disk is full, the database accepts no changes, or one "
        "of them does not respond. Try again later."
    ),
    HTTPStatus.INTERNAL_SERVER_ERROR: "Server error. It has been logged.",
}
ROOT = "/api/"  # the root itself is the documentation page


class MissingScope(exceptions.PermissionDenied):
    """The token lacks the scope for this request."""

    default_code = "missing-scope"

    def __init__(self, scope: str) -> None:
        words = "This needs a token with the scope “%(scope)s”."
        super().__init__(words % {"scope": scope})


def handle(problem: Exception, _context: Mapping[str, Any]) -> Response | None:
    """Return the response for a view's exception, or None for our own errors."""
    if isinstance(problem, errors.Refused):
        return _refusal(problem)
    if isinstance(problem, Http404):
        return _response(HTTPStatus.NOT_FOUND)
    if isinstance(problem, PermissionDenied):
        problem = exceptions.PermissionDenied()
    if isinstance(problem, exceptions.ValidationError):
        by_field = dict(_by_field(problem.detail))
        texts = [
            (f"{name}: " if name != "non_field_errors" else "") + " ".join(messages)
            for name, messages in by_field.items()
        ]
        return _response(INVALID, "invalid", " ".join(texts), errors=by_field)
    if isinstance(problem, exceptions.APIException):
        return _library_problem(problem)
    return None


def _refusal(refused: errors.Refused) -> Response:
    kind = type(refused)
    by_field: dict[str, Any] = {"errors": {refused.term: [refused.message]}} if refused.term else {}
    if isinstance(refused, errors.EditedMeanwhile):
        by_field = {
            "revision": refused.revision,
            "changes": {
                name: {"before": before, "now": now}
                for name, (before, now) in refused.changes.items()
            },
        }
    answer = _response(status_of(kind), code_of(kind), refused.message, **by_field)
    if isinstance(refused, errors.QuotaUsed) and refused.until is not None:
        _say_when(answer, (refused.until - database_now()).total_seconds())
    return answer


def _say_when(answer: Response, seconds: float) -> None:
    answer["Retry-After"] = str(max(1, math.ceil(seconds)))


def _library_problem(problem: exceptions.APIException) -> Response:
    status = HTTPStatus(problem.status_code)
    code = problem.default_code if isinstance(problem, MissingScope) else None
    answer = _response(status, code, str(problem.detail))
    if header := getattr(problem, "auth_header", None):
        answer["WWW-Authenticate"] = header
    if (seconds := getattr(problem, "wait", None)) is not None:
        _say_when(answer, seconds)
    return answer


def _response(
    status: HTTPStatus, code: str | None = None, detail: str = "", **more: Any
) -> Response:
    body = problem_data(status, code, detail) | more
    return Response(body, status=status, content_type=TYPE)


def problem_data(status: HTTPStatus, code: str | None = None, detail: str = "") -> dict[str, Any]:
    """Return a problem; `code` names it where the status alone does not."""
    return {
        "type": f"{reverse('api:index')}#{code}" if code else "about:blank",
        "title": title_of(code) if code else status.phrase,
        "status": int(status),
        "detail": detail or DETAILS.get(status, status.description),
    }


def status_of(kind: type[errors.Refused]) -> HTTPStatus:
    """Return the HTTP status of a refusal."""
    return STATUSES.get(kind, HTTPStatus.CONFLICT)


def code_of(kind: type[errors.Refused]) -> str:
    """Return the problem's name, such as `quota-used`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def title_of(code: str) -> str:
    """Return the title, such as "Quota used"."""
    return code.replace("-", " ").capitalize()


def _by_field(detail: Any, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield (field, messages), nested names joined by dots."""
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            yield from _by_field(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(detail, list) and any(isinstance(inner, (Mapping, list)) for inner in detail):
        for number, inner in enumerate(detail):
            yield from _by_field(inner, f"{name}.{number}" if name else str(number))
    elif messages := detail if isinstance(detail, list) else [detail]:
        yield name or "non_field_errors", [str(message) for message in messages]


def problem_response(status: HTTPStatus, detail: str = "") -> HttpResponse:
    """Return a problem where no view has answered."""
    return JsonResponse(problem_data(status, None, detail), status=status, content_type=TYPE)


class SpeakApi:
    """Force English below `ROOT` and turn error responses into problems."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _is_of_api(request):
            response = _as_problem(request, response)
            response["Content-Language"] = "en"
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Activate English after all other middleware."""
        if _is_of_api(request):
            translation.activate("en")


def _is_of_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(ROOT) and request.path_info != ROOT


def _as_problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    status = HTTPStatus(response.status_code)
    if status == HTTPStatus.MOVED_PERMANENTLY and request.method not in SAFE_METHODS:
        words = f"Addresses end with a slash. Use {request.path}/."
        return problem_response(HTTPStatus.NOT_FOUND, words)
    is_problem = response.get("Content-Type", "").startswith(TYPE)
    is_debug_page = settings.DEBUG and status >= HTTPStatus.INTERNAL_SERVER_ERROR
    if status < HTTPStatus.BAD_REQUEST or is_problem or is_debug_page:
        return response
    problem = problem_response(status)
    for name in ("Retry-After", "WWW-Authenticate", "Allow"):
        if name in response:
            problem[name] = response[name]
    return problem
