"""Rate limits by user or address, counted in the cache; see docs/api.md."""

from allauth.core.internal.ratelimit import truncate_ip
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import (
    AnonRateThrottle,
    BaseThrottle,
    ScopedRateThrottle,
    SimpleRateThrottle,
)
from rest_framework.views import APIView

UPLOADS = "uploads"  # the rate's name


class ByNetwork(BaseThrottle):
    """Count an IPv6 /64 as one address: its owner has all of them."""

    def get_ident(self, request: Request) -> str:
        return str(truncate_ip(super().get_ident(request)))


class AddressThrottle(ByNetwork, AnonRateThrottle):
    """Limit requests without an account."""


class FailureThrottle(ByNetwork, SimpleRateThrottle):
    """Limit failed tokens by address."""

    scope = "token_failures"
    num_requests: int | None  # per `duration` seconds; None: no limit
    duration: int | None

    def get_cache_key(self, request: Request, view: APIView | None) -> str:  # noqa: ARG002
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def need_patience(self, request: Request) -> None:
        """Raise Throttled after too many failures, without counting."""
        if self.num_requests is None or self.duration is None:
            return
        since = self.timer() - self.duration
        noted = self.cache.get(self.get_cache_key(request, None), [])
        failures = [time for time in noted if time > since]
        if len(failures) >= self.num_requests:
            raise Throttled(failures[-1] - since)

    def count(self, request: Request) -> None:
        """Count a failure."""
        self.allow_request(request, APIView())


class ActionThrottle(ByNetwork, ScopedRateThrottle):
    """Limit costly actions by the view's `paces` (action -> rate name).

    `anonymous_paces` replaces them without an account.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        paces: dict[str, str] = getattr(view, "paces", {})
        if not request.user.is_authenticated:
            paces = paces | getattr(view, "anonymous_paces", {})
        setattr(view, self.scope_attr, paces.get(getattr(view, "action", "")))
        return super().allow_request(request, view)
