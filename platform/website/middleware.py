"""What stands around every page: the security headers and the limit on a request's body."""

from collections.abc import Callable

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
    """Answer 413 to a body over `settings.REQUEST_BODY_MOST` bytes, and 411 to one whose length is
    not given, which Django would take for none.

    The web server has kept neither; it throws the bytes away until the client has read the answer.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return errors.length_required(request)
        if body_size(request) > settings.REQUEST_BODY_MOST:
            return errors.too_large(request)
        return get_response(request)

    return handle


def body_size(request: HttpRequest) -> int:
    """Bytes that the request says it carries; 0 when it says nothing readable."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
