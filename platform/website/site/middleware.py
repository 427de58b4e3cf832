"""Security headers and the limit on request bodies."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.cache import patch_cache_control

from website.site import errors

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
DROPPED_MOST = 64 * 1024 * 1024  # bytes
STEP = 64 * 1024


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


def page_for_405(get_response: Handler) -> Handler:
    """Give somebody who opens or reloads the address of a form a page: Django's answer is empty."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or request.method != "GET":
            return response
        page = errors.form_required(request)
        page["Allow"] = response["Allow"]
        return page

    return handle


def readable_length(get_response: Handler) -> Handler:
    """Drop a Content-Length that is no number."""

    def handle(request: HttpRequest) -> HttpResponse:
        if not str(request.META.get("CONTENT_LENGTH") or "").isdecimal():
            request.META["CONTENT_LENGTH"] = ""
        return get_response(request)

    return handle


def body_limit(get_response: Handler) -> Handler:
    """Answer 413 to a body that is too large, 411 to one without a length.

    A form with files can have `settings.REQUEST_BODY_MOST` bytes, anything else
    `settings.DATA_UPLOAD_MAX_MEMORY_SIZE`. Django would take a missing length for no body.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        has_files = request.content_type == "multipart/form-data"
        if "HTTP_TRANSFER_ENCODING" in request.META:
            response = errors.length_required(request)
        elif body_size(request) > settings.REQUEST_BODY_MOST:
            response = errors.too_large(request)
        elif not has_files and body_size(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            response = errors.text_too_large(request)
        else:
            return get_response(request)
        drop_body(request)
        return response

    return handle


def drop_body(request: HttpRequest) -> None:
    """Read a refused body, up to `DROPPED_MOST` bytes.

    Many clients look at the answer only after they have sent all, and lose it if the connection
    ends before.
    """
    if not request.META.get("wsgi.input_terminated"):
        return  # the server would wait for more than there is
    missing = DROPPED_MOST
    while missing > 0 and (part := request.META["wsgi.input"].read(STEP)):
        missing -= len(part)


def body_size(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
