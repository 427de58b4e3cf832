"""What stands around every page: the security headers and the limit on a request's body."""

from collections.abc import Callable
from typing import IO

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from website import errors

Handler = Callable[[HttpRequest], HttpResponse]

DIRECTIVES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",  # Pico draws its chevrons and ticks as data: images
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)
CONTENT_SECURITY_POLICY = "; ".join(DIRECTIVES)
DRAIN_STEP = 64 * 1024
DRAIN_MOST = 64 * 1024 * 1024


def security_headers(get_response: Handler) -> Handler:
    """Put the content security policy on every answer: nothing inline, nothing foreign."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response

    return handle


def readable_length(get_response: Handler) -> Handler:
    """Let a length that is no number count as none, before anybody counts by it."""

    def handle(request: HttpRequest) -> HttpResponse:
        if not str(request.META.get("CONTENT_LENGTH") or "").isdecimal():
            request.META["CONTENT_LENGTH"] = ""
        return get_response(request)

    return handle


def body_limit(get_response: Handler) -> Handler:
    """Answer 413 to a body over `settings.REQUEST_BODY_MOST` bytes, before anything parses it.

    A body without a length is never read by Django's WSGI handler, so the header is enough. The
    rest of the body is read and thrown away in small steps, because browsers show "connection
    reset" instead of an answer that comes while they are still sending.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        if body_size(request) <= settings.REQUEST_BODY_MOST:
            return get_response(request)
        drain(request)
        return errors.too_large(request)

    return handle


def body_size(request: HttpRequest) -> int:
    """Bytes that the request says it carries; 0 when it says nothing readable."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def drain(stream: HttpRequest | IO[bytes]) -> None:
    """Read up to `DRAIN_MOST` bytes and keep none of them."""
    left = DRAIN_MOST
    while left > 0 and (chunk := stream.read(DRAIN_STEP)):
        left -= len(chunk)
