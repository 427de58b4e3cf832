"""Security headers and the limit on request bodies."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

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
    """Add the content security policy: nothing inline, nothing foreign."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response

    return handle


def private_answers(get_response: Handler) -> Handler:
    """Keep shared caches from storing what somebody with an account is answered."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.user.is_authenticated or "Authorization" in request.headers:
            patch_cache_control(response, private=True)
        return response

    return handle


def readable_length(get_response: Handler) -> Handler:
    """Drop a Content-Length that is no number."""

    def handle(request: HttpRequest) -> HttpResponse:
        if not str(request.META.get("CONTENT_LENGTH") or "").isdecimal():
            request.META["CONTENT_LENGTH"] = ""
        return get_response(request)

    return handle


def body_limit(get_response: Handler) -> Handler:
    """Answer 413 above `settings.REQUEST_BODY_MOST` bytes, 411 without a length.

    Django would take a missing length for no body.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return errors.length_required(request)
        if body_size(request) > settings.REQUEST_BODY_MOST:
            return errors.too_large(request)
        return get_response(request)

    return handle


def body_size(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
