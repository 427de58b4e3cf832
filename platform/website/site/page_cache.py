"""Public pages and their polled parts, cached in the process for `settings.PAGE_CACHE_SECONDS`.

What is cached is rendered for a visitor, from a request without user, session, messages or cookies,
so that it is public by itself: nothing in it is filled in or cut out for a reader. People with an
account have their pages rendered for them; the parts that a page polls are the visitors' unless
the reader may see more in them. Who has just sent a form gets nothing from here.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import update_wrapper
from threading import Lock
from time import monotonic
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails

from website.site.context import THEME_COOKIE, known_theme
from website.site.http import View, viewer

ACTED = "acted"  # the cookie of a browser that has just sent a form
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
PUBLIC = ("HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "QUERY_STRING")  # may be read for all
MOST = 256  # pages, of some 50 kB


@dataclass(frozen=True)
class CachedResponse:
    status: int
    headers: dict[str, str]
    etag: str | None
    content: bytes


class Rendering(Future[CachedResponse]):
    """A response that is being rendered, or was."""

    def __init__(self) -> None:
        super().__init__()
        self.began = monotonic()


class PageCache:
    """Responses by key, the oldest first. Of those who ask at once, one renders for all."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._found: OrderedDict[Hashable, Rendering] = OrderedDict()

    def get(
        self, key: Hashable, render: Callable[[], CachedResponse], seconds: float
    ) -> CachedResponse:
        """Return a response begun at most `seconds` ago. Raise what `render` raises."""
        with self._lock:
            self._drop(monotonic() - seconds)
            found = self._found.get(key)
            rendering = found or self._found.setdefault(key, Rendering())
        if found is None:
            self._render(key, rendering, render)
        return rendering.result()

    def _drop(self, before: float) -> None:
        while self._found:
            oldest = next(iter(self._found.values()))
            if oldest.began > before and len(self._found) < self._most:
                return
            self._found.popitem(last=False)

    def _render(
        self, key: Hashable, rendering: Rendering, render: Callable[[], CachedResponse]
    ) -> None:
        try:
            rendering.set_result(render())
        except BaseException as error:
            with self._lock:
                if self._found.get(key) is rendering:
                    del self._found[key]
            rendering.set_exception(error)  # for those who wait
            raise

    def clear(self) -> None:
        with self._lock:
            self._found.clear()


PAGES = PageCache(MOST)


class PublicRequest(HttpRequest):
    """A request for the same page without anything of the person who sent it."""

    def __init__(self, request: HttpRequest, *, of_part: bool) -> None:
        super().__init__()
        self.method = "GET"
        self.path, self.path_info, self.GET = request.path, request.path_info, request.GET
        self.resolver_match = request.resolver_match
        self.META = {name: request.META[name] for name in PUBLIC if name in request.META}
        if of_part:
            self.META["HTTP_HX_REQUEST"] = "true"
        self.COOKIES = {THEME_COOKIE: _theme(request)}
        self.user = AnonymousUser()
        self.htmx = HtmxDetails(self)
        self._origin = (request.scheme, request.get_host())

    def _get_scheme(self) -> str | None:
        return self._origin[0]

    def get_host(self) -> str:
        """Return the host as checked, which may be another header's."""
        return self._origin[1]


def cached_page(*, part_unless: Callable[..., bool] | None = None) -> Callable[[View], View]:
    """Decorate a view: cache its page for visitors, and the part that it polls for all.

    `part_unless` gets the request of somebody with an account and the view's arguments. It returns
    whether the part may show them more than a visitor. Without it, parts are not cached.
    """
    return lambda view: CachedView(view, part_unless)


class CachedView:
    """A view whose answers are taken from the cache, for those who may have them."""

    def __init__(self, view: View, part_unless: Callable[..., bool] | None) -> None:
        self._view, self._part_unless = view, part_unless
        update_wrapper(self, view)

    def __call__(self, request: HttpRequest, **address: Any) -> HttpResponse:
        asks_part = self._part_unless is not None and "HX-Request" in request.headers
        if not self._is_for_all(request, address, asks_part):
            return self._view(request, **address)

        def render() -> CachedResponse:
            public_request = PublicRequest(request, of_part=asks_part)
            return _to_cache(self._view(public_request, **address))

        cached = PAGES.get(_key(request, asks_part), render, settings.PAGE_CACHE_SECONDS)
        return _answer(cached, request)

    def _is_for_all(self, request: HttpRequest, address: dict[str, Any], asks_part: bool) -> bool:
        """Return whether this reader is shown what every visitor is."""
        if not settings.PAGE_CACHE_SECONDS or ACTED in request.COOKIES:
            return False
        if viewer(request) is None:
            return asks_part or not _may_have_messages(request)
        return (
            asks_part
            and self._part_unless is not None
            and not self._part_unless(request, **address)
        )


def mark_acts(get_response: View) -> View:
    """Middleware: set a short-lived cookie after a form, so that its effect is seen at once."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method not in SAFE_METHODS and "Authorization" not in request.headers:
            response.set_cookie(
                ACTED,
                "1",
                max_age=math.ceil(settings.PAGE_CACHE_SECONDS) + 1,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
        return response

    return handle


def frame(request: HttpRequest) -> dict[str, Any]:
    """Keep a form's token, which is one browser's, out of what is cached for all."""
    return {"csrf_token": ""} if isinstance(request, PublicRequest) else {}


def _to_cache(response: HttpResponse) -> CachedResponse:
    headers = dict(response.headers)
    etag = headers.pop("ETag", None)
    return CachedResponse(response.status_code, headers, etag, response.content)


def _answer(cached: CachedResponse, request: HttpRequest) -> HttpResponse:
    """Return the response, or 304 if the reader has it."""
    response = HttpResponse(cached.content, status=cached.status, headers=cached.headers)
    if cached.etag is None:
        return response
    response["ETag"] = cached.etag
    answer = get_conditional_response(request, etag=cached.etag, response=response)
    return cast("HttpResponse", answer)


def _key(request: HttpRequest, of_part: bool) -> Hashable:
    """Return all on which a response depends."""
    address = (request.scheme, request.get_host(), request.get_full_path())
    zone = timezone.get_current_timezone_name()
    return (*address, of_part, get_language(), zone, _theme(request))


def _theme(request: HttpRequest) -> str:
    return known_theme(request.COOKIES.get(THEME_COOKIE, ""))


def _may_have_messages(request: HttpRequest) -> bool:
    return not {settings.SESSION_COOKIE_NAME, "messages"}.isdisjoint(request.COOKIES)
