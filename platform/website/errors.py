"""The pages for when something is wrong, in words that say what to do next."""

import errno
import sys
from http import HTTPStatus

from django.conf import settings
from django.db import InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from arena.best_effort import UNWRITABLE

RETRY_SECONDS = 60
STORAGE_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.ESTALE}


def page(request: HttpRequest, *, status: HTTPStatus, title: str, words: str) -> HttpResponse:
    """An error page with a title and one paragraph."""
    context = {"status": int(status), "title": title, "words": words}
    return render(request, "error.html", context, status=status)


def bad_request(
    request: HttpRequest,
    exception: Exception | None = None,  # noqa: ARG001  Django passes it by name
) -> HttpResponseBase:
    """400: the request makes no sense."""
    return page(
        request,
        status=HTTPStatus.BAD_REQUEST,
        title=_("That request made no sense"),
        words=_("Go back, reload the page and try again."),
    )


def forbidden(
    request: HttpRequest,
    exception: Exception | None = None,  # noqa: ARG001  Django passes it by name
) -> HttpResponseBase:
    """403: known, but not for this visitor."""
    return page(
        request,
        status=HTTPStatus.FORBIDDEN,
        title=_("This is not yours to do"),
        words=_(
            "It is for the owner, or for organisers. If that is you, log in with the right account."
        ),
    )


def not_found(
    request: HttpRequest,
    exception: Exception | None = None,  # noqa: ARG001  Django passes it by name
) -> HttpResponseBase:
    """404: no such page, or one whose existence is not for this visitor to know."""
    return page(
        request,
        status=HTTPStatus.NOT_FOUND,
        title=_("Nothing stands at this address"),
        words=_("There is no such page, or it is shown to its owner alone."),
    )


def too_large(request: HttpRequest) -> HttpResponse:
    """413: the body is larger than any form of ours takes."""
    return page(
        request,
        status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        title=_("That file is too large"),
        words=_(
            "An upload may have at most %(most)s. Nothing of it was kept. A bot is code: leave out "
            "data, caches and virtual environments."
        )
        % {"most": filesizeformat(settings.REQUEST_BODY_MOST)},
    )


def is_unavailable(error: BaseException | None) -> bool:
    """Is a disk full or away, or does the database take no changes or not answer?"""
    if isinstance(error, OSError):
        return error.errno in STORAGE_ERRORS
    return isinstance(error, (*UNWRITABLE, InterfaceError))


def length_required(request: HttpRequest) -> HttpResponse:
    """411: a body that is sent in chunks, without its length."""
    return page(
        request,
        status=HTTPStatus.LENGTH_REQUIRED,
        title=_("The length is missing"),
        words=_("Send the request with a Content-Length, not in chunks."),
    )


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500: our own fault; 503 where nothing can be stored now. Rendered without a database, which
    may be the thing that broke."""
    if is_unavailable(sys.exc_info()[1]):
        answer = render(request, "503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        answer["Retry-After"] = str(RETRY_SECONDS)
        return answer
    return render(request, "500.html", status=HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failure(request: HttpRequest, **_reason: str) -> HttpResponse:
    """403 for a form without its token: mostly an old tab, or cookies that are switched off."""
    return page(
        request,
        status=HTTPStatus.FORBIDDEN,
        title=_("The form could not be trusted"),
        words=_(
            "It came without its security token, so nothing was done. Mostly the page had been "
            "open since before you logged in, or cookies are switched off: reload the page and "
            "send it again."
        ),
    )
