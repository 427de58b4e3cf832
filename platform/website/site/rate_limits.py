"""Rate limits of forms, shared with the API."""

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
    """Share the count of the API's `ActionThrottle`."""

    def __init__(self, rate: str) -> None:
        self.scope = rate
        super().__init__()


def rate_limited(
    rate: str, *, anonymous: str = "", reading: bool = False
) -> Callable[[View], View]:
    """Limit POSTs, or with `reading` all requests, by rate name; answer 429.

    `anonymous`: rate without an account.
    """

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
    """Return the seconds to wait; None if allowed now, and counted."""
    throttle = Throttle(rate)
    if throttle.allow_request(request, APIView()):  # type: ignore[arg-type]  # reads the user
        return None
    return max(1, ceil(throttle.wait() or 1))
