"""Public pages and their polled parts, cached in the process for `settings.PAGE_CACHE_SECONDS`.

What is cached is rendered for a visitor: its request has no user, session, messages or cookies.
Placeholders stand where people differ, and are filled for each. People with an account get parts of
the visitors' page between what is their own. Who may see more than a visitor, or has just sent a
form, gets nothing from here.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache, update_wrapper
from threading import Lock
from time import monotonic
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails

from website.site.context import THEME_COOKIE, known_theme
from website.site.http import View, viewer

ACTED = "acted"  # the cookie of a browser that has just sent a form
SAFE_METHODS = {"GET", "HEAD", "OPTIONS", "TRACE"}
PUBLIC = ("HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "QUERY_STRING")  # may be read for all
MOST = 256  # pages, of some 50 kB
CSRF = "csrf"
CUT = "cut-"  # marks both ends of a part


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
    """Decorate a view: cache its page for visitors, and its parts for others as well.

    `part_unless` gets the request of somebody with an account and the view's arguments. It returns
    whether parts may show them more than a visitor, besides the `own_row` of each.
    """
    return lambda view: CachedView(view, part_unless)


class CachedView:
    """A view whose answers are taken from the cache, for those who may have them."""

    def __init__(self, view: View, part_unless: Callable[..., bool] | None) -> None:
        self._view, self._part_unless = view, part_unless
        update_wrapper(self, view)

    def __call__(self, request: HttpRequest, **address: Any) -> HttpResponse:
        asks_part = self._part_unless is not None and "HX-Request" in request.headers
        if self._is_public(request, address):
            if asks_part or not (viewer(request) or _may_have_messages(request)):
                return _answer(self._cached_response(request, address, of_part=asks_part), request)
            request.cached_parts = cache(lambda: self._parts(request, address))  # type: ignore[attr-defined]
        response = self._view(request, **address)
        response.content = _fill(response.content, request)
        return response

    def _is_public(self, request: HttpRequest, address: dict[str, Any]) -> bool:
        """Return whether this reader sees what visitors see, in the parts at least."""
        if not settings.PAGE_CACHE_SECONDS or ACTED in request.COOKIES:
            return False
        if viewer(request) is None:
            return True
        return self._part_unless is not None and not self._part_unless(request, **address)

    def _cached_response(
        self, request: HttpRequest, address: dict[str, Any], *, of_part: bool
    ) -> CachedResponse:
        def render() -> CachedResponse:
            return _to_cache(self._view(PublicRequest(request, of_part=of_part), **address))

        return PAGES.get(_key(request, of_part), render, settings.PAGE_CACHE_SECONDS)

    def _parts(self, request: HttpRequest, address: dict[str, Any]) -> dict[str, SafeString]:
        """Return the parts of the page as visitors see it, filled for this reader."""
        content = self._cached_response(request, address, of_part=False).content
        found = _cuts().split(content)[1:]  # name, part, name, what follows; and again
        return {
            name.decode(): mark_safe(_fill(part, request).decode())  # noqa: S308  from a template
            for name, part in zip(found[::4], found[1::4], strict=True)
        }


def cached_part(request: HttpRequest | None, name: str, render: Callable[[], str]) -> SafeString:
    """Return a part of the page: as cached if this reader may have it, or rendered."""
    if isinstance(request, PublicRequest):
        mark = placeholder(f"{CUT}{name}")
        return SafeString(f"{mark}{render()}{mark}")
    find: Callable[[], dict[str, SafeString]] | None = getattr(request, "cached_parts", None)
    part = find().get(name) if find else None
    return SafeString(render()) if part is None else part


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
    """Return the template context that puts a placeholder where forms have their token."""
    return {"csrf_token": placeholder(CSRF)} if isinstance(request, PublicRequest) else {}


def placeholder(name: object) -> SafeString:
    """Return what is replaced by a form's token or the class of one's own rows, or cut out."""
    return SafeString(f"{_secret()}{name};")


@cache
def _secret() -> str:
    """Return what nobody can write into a name. ETags hash it, so all processes have the same."""
    return "x" + salted_hmac("website.site.page_cache", "placeholder").hexdigest()[:24] + "-"


@cache
def _placeholders() -> re.Pattern[bytes]:
    return re.compile(_secret().encode() + rb"(csrf|[0-9]+|cut-\w+);")


@cache
def _cuts() -> re.Pattern[bytes]:
    return re.compile(_secret().encode() + rb"cut-(\w+);")


def _fill(content: bytes, request: HttpRequest) -> bytes:
    own = str(getattr(viewer(request), "pk", "")).encode()

    def fill(found: re.Match[bytes]) -> bytes:
        if found[1] == CSRF.encode():
            return get_token(request).encode()
        return b"mine" if found[1] == own else b""

    return _placeholders().sub(fill, content) if _secret().encode() in content else content


def _to_cache(response: HttpResponse) -> CachedResponse:
    headers = dict(response.headers)
    etag = headers.pop("ETag", None)
    return CachedResponse(response.status_code, headers, etag, response.content)


def _answer(cached: CachedResponse, request: HttpRequest) -> HttpResponse:
    """Return it for this reader, or 304 before anything is filled in."""
    response = HttpResponse(status=cached.status, headers=cached.headers)
    if cached.etag:
        sees = viewer(request)
        etag = f'{cached.etag[:-1]}-{sees.pk}"' if sees else cached.etag
        response["ETag"] = etag
        answer = get_conditional_response(request, etag=etag, response=response)
        if answer is not response:
            return cast("HttpResponse", answer)
    response.content = _fill(cached.content, request)
    return response


def _key(request: HttpRequest, of_part: bool) -> Hashable:
    """Return all on which a response depends."""
    address = (request.scheme, request.get_host(), request.get_full_path())
    zone = timezone.get_current_timezone_name()
    return (*address, of_part, get_language(), zone, _theme(request))


def _theme(request: HttpRequest) -> str:
    return known_theme(request.COOKIES.get(THEME_COOKIE, ""))


def _may_have_messages(request: HttpRequest) -> bool:
    return not {settings.SESSION_COOKIE_NAME, "messages"}.isdisjoint(request.COOKIES)
