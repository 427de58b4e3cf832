"""Rates of what costs more than a page: the same for forms and for the API, counted together."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from math import ceil
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

View = Callable[..., HttpResponseBase]


class Throttle(UserRateThrottle):
    """The count that `ActionThrottle` of the API keeps for a user under this rate."""

    def __init__(self, rate: str) -> None:
        self.scope = rate
        super().__init__()


def paced(rate: str, *, anonymous: str = "", reading: bool = False) -> Callable[[View], View]:
    """Answer 429 to a user who sends a form more often than this rate of
    `REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]` allows; with `reading`, to whoever opens the page so
    often, without an account by the rate `anonymous` for each address."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            chosen = rate if request.user.is_authenticated or not anonymous else anonymous
            is_counted = reading or request.method == "POST"
            if is_counted and (seconds := _wait(chosen, request)) is not None:
                answer = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
                answer["Retry-After"] = str(seconds)
                return answer
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def _wait(rate: str, request: HttpRequest) -> int | None:
    """Seconds until whoever asks may do it again; None: now, and it is counted."""
    throttle = Throttle(rate)
    if throttle.allow_request(request, APIView()):  # type: ignore[arg-type]  # it asks for the user
        return None
    return max(1, ceil(throttle.wait() or 1))
