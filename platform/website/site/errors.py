"""Error pages that say what to do next."""

import errno
import sys
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from arena.core.isolate_errors import UNWRITABLE

RETRY_SECONDS = 60
STORAGE_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.ESTALE}


def page(request: HttpRequest, *, status: HTTPStatus, title: str, words: str) -> HttpResponse:
    context = {"status": int(status), "title": title, "words": words}
    return render(request, "error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """Render 400, or 413 for a form with too much text beside its files."""
    if isinstance(exception, RequestDataTooBig):
        return text_too_large(request)
    return page(
        request,
        status=HTTPStatus.BAD_REQUEST,
        title=_("Bad request"),
        words=_("Go back, reload the page and try again."),
    )


def forbidden(
    request: HttpRequest,
    exception: Exception | None = None,  # noqa: ARG001  Django passes it by name
) -> HttpResponseBase:
    return page(
        request,
        status=HTTPStatus.FORBIDDEN,
        title=_("You don't have permission to do this"),
        words=_(
            "Only the owner or organisers can do this. If that is you, log in with the right "
            "account."
        ),
    )


def not_found(
    request: HttpRequest,
    exception: Exception | None = None,  # noqa: ARG001  Django passes it by name
) -> HttpResponseBase:
    """Render 404, also for pages hidden from the visitor."""
    return page(
        request,
        status=HTTPStatus.NOT_FOUND,
        title=_("Page not found"),
        words=_("This page does not exist, or only its owner can see it."),
    )


def form_required(request: HttpRequest) -> HttpResponse:
    """Render 405 for an address that takes a form and was opened or reloaded instead."""
    return page(
        request,
        status=HTTPStatus.METHOD_NOT_ALLOWED,
        title=_("Nothing was sent"),
        words=_(
            "This address only receives a form. Go back to the page with the form and send it "
            "from there."
        ),
    )


def too_large(request: HttpRequest) -> HttpResponse:
    return page(
        request,
        status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        title=_("File too large"),
        words=_(
            "An upload can have up to %(most)s. Nothing was stored. A bot is code, so leave out "
            "data, caches and virtual environments."
        )
        % {"most": filesizeformat(settings.REQUEST_BODY_MOST)},
    )


def text_too_large(request: HttpRequest) -> HttpResponse:
    return page(
        request,
        status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        title=_("Text too large"),
        words=_(
            "The texts of a request can have up to %(most)s together. Nothing was stored. Go back "
            "and shorten them."
        )
        % {"most": filesizeformat(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)},
    )


def is_unavailable(error: BaseException | None) -> bool:
    """Return whether a disk or the database is full, read-only or away."""
    if isinstance(error, OSError):
        return error.errno in STORAGE_ERRORS
    return isinstance(error, (*UNWRITABLE, InterfaceError))


def length_required(request: HttpRequest) -> HttpResponse:
    """Render 411 for chunked bodies."""
    return page(
        request,
        status=HTTPStatus.LENGTH_REQUIRED,
        title=_("Length required"),
        words=_("Send the request with a Content-Length header, not chunked."),
    )


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Render 500, or 503 if nothing can be stored; no database, as it may be the cause."""
    if is_unavailable(sys.exc_info()[1]):
        answer = render(request, "503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        answer["Retry-After"] = str(RETRY_SECONDS)
        return answer
    return render(request, "500.html", status=HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failure(request: HttpRequest, **_reason: str) -> HttpResponse:
    """Render 403 for a missing CSRF token."""
    return page(
        request,
        status=HTTPStatus.FORBIDDEN,
        title=_("Form could not be verified"),
        words=_(
            "Its security token was missing or invalid, so nothing was changed. Usually this "
            "happens if the page was open before you logged in, or if cookies are disabled. "
            "Reload the page and submit the form again."
        ),
    )
