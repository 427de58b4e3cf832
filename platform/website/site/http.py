"""Typed requests, access guards, polled pages, and pages of long lists."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django_htmx.middleware import HtmxDetails

from arena.models import rights
from arena.models.name_key import find_named

if TYPE_CHECKING:
    from website.accounts.models import User

P = ParamSpec("P")
Row = TypeVar("Row", bound=Model)
View = Callable[..., HttpResponse]


class Request(HttpRequest):
    """A request after our middleware; for typing only."""

    htmx: HtmxDetails
    user: User | AnonymousUser


class OwnRequest(Request):
    """A request of a logged-in user."""

    user: User


def viewer(request: HttpRequest) -> User | None:
    """Return the logged-in user, or None."""
    return request.user if request.user.is_authenticated else None


def is_organiser(request: HttpRequest, **_address: object) -> bool:
    """Return whether an organiser asks; for decorators of views."""
    return rights.is_organiser(request.user)


def found_or_404(rows: QuerySet[Row], **named: str) -> Row:
    """Return the row. Raise Http404, also for unprintable text: PostgreSQL refuses NUL."""
    if not all(map(str.isprintable, named.values())):
        raise Http404
    return get_object_or_404(rows, **named)


def person_or_404(people: QuerySet[Row], username: str) -> Row:
    """Return the person with this name, however it is written. Raise Http404."""
    person = find_named(people, username, "username")
    if person is None:
        raise Http404
    return person


def sent_text(sent: Mapping[str, Any], name: str) -> str:
    """Return a form value stripped, without NUL, which PostgreSQL refuses."""
    return str(sent.get(name, "")).replace("\0", "").strip()


def organisers_only(view: Callable[Concatenate[OwnRequest, P], HttpResponse]) -> View:
    """Decorate a view: ask others to log in, or raise PermissionDenied if they are."""

    @login_required
    @wraps(view)
    def guarded(request: OwnRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_organiser:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def live_page(
    request: Request, template: str, context: Mapping[str, Any], *, part: str
) -> HttpResponse:
    """Render the page, or for htmx its `part`, with 304 while unchanged.

    The ETag hashes the part, which must hold no form: CSRF tokens differ each time.
    """
    if request.htmx:
        response = render(request, f"{template}#{part}", dict(context))
        etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        response["ETag"] = etag
        conditional = get_conditional_response(request, etag=etag, response=response)
        response = cast("HttpResponse", conditional)
    else:
        response = render(request, template, dict(context))
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def page_of(found: QuerySet[Row], size: int, asked: str | None) -> Page[Row]:
    """Return the page asked for, or the nearest.

    Find keys by index first: skipped rows need no joins.
    """
    page = Paginator(found, size).get_page(asked)
    if page.number > 1:
        first = size * (page.number - 1)
        keys = list(found.values_list("pk", flat=True)[first : first + size])
        rows = found.in_bulk(keys)
        page.object_list = [rows[key] for key in keys if key in rows]
    return page
