"""How often one may ask: see docs/api.md. Counted in the cache, by user or by address."""

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


class ByNetwork(BaseThrottle):
    """Counts an IPv6 network of 64 bits as one address: its owner has all of them."""

    def get_ident(self, request: Request) -> str:
        """The address, or the network, that a request comes from."""
        return str(truncate_ip(super().get_ident(request)))


class AddressThrottle(ByNetwork, AnonRateThrottle):
    """Requests without an account, by their address."""


class FailureThrottle(ByNetwork, SimpleRateThrottle):
    """Tokens that opened nothing, by the address from which they came."""

    scope = "token_failures"
    num_requests: int | None  # within so many seconds; None: there is no limit
    duration: int | None

    def get_cache_key(self, request: Request, view: APIView | None) -> str:  # noqa: ARG002
        """One count an address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def need_patience(self, request: Request) -> None:
        """Raise Throttled after too many failures; asking counts nothing."""
        if self.num_requests is None or self.duration is None:
            return
        since = self.timer() - self.duration
        noted = self.cache.get(self.get_cache_key(request, None), [])
        failures = [at for at in noted if at > since]
        if len(failures) >= self.num_requests:
            raise Throttled(failures[-1] - since)

    def count(self, request: Request) -> None:
        """One more failure."""
        self.allow_request(request, APIView())


class ActionThrottle(ByNetwork, ScopedRateThrottle):
    """What costs more than a page is asked for less often: `paces` of a view has the name of the
    rate by action, `anonymous_paces` that for clients without an account."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether this action may be done once more; one that is not named is not counted."""
        paces: dict[str, str] = getattr(view, "paces", {})
        if not request.user.is_authenticated:
            paces = paces | getattr(view, "anonymous_paces", {})
        setattr(view, self.scope_attr, paces.get(getattr(view, "action", "")))
        return super().allow_request(request, view)
