"""Make the API speak English and answer errors as problems."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from rest_framework.permissions import SAFE_METHODS

from website.api.problems import TYPE, problem_response

ROOT = "/api/"  # the root itself is the documentation page


class SpeakApi:
    """Force English below `ROOT` and turn error responses into problems."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _is_of_api(request):
            return response
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
    is_translated = response.get("Content-Type", "").startswith(TYPE)
    is_ours = settings.DEBUG and status >= HTTPStatus.INTERNAL_SERVER_ERROR
    if status < HTTPStatus.BAD_REQUEST or is_translated or is_ours:
        return response
    problem = problem_response(status)
    for name in ("Retry-After", "WWW-Authenticate", "Allow"):
        if name in response:
            problem[name] = response[name]
    return problem
