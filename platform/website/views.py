"""Home page, example bot, theme switch, health checks."""

from functools import cache
from http import HTTPStatus
from typing import cast

from django.core.cache import caches
from django.db import DatabaseError, connection
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from website.deploy.readiness import OK, readiness
from website.ladders import board
from website.matches.featured import featured_game, highlights, running_match
from website.matches.lists import latest
from website.site.context import THEME_COOKIE, THEMES
from website.site.http import Request, live_page, viewer
from website.site.page_cache import cached_page
from website.tournaments.lists import running

A_YEAR = 365 * 24 * 3600
READINESS_SECONDS = 5  # seconds for which an answer is cached


@require_safe
@cached_page(part_unless=lambda _request: False)
def home(request: HttpRequest) -> HttpResponse:
    sees = viewer(request)
    notable, matches = cache(highlights), cache(lambda: latest(8))
    context = {
        "ladders": cache(lambda: board.top_rows(sees)),
        "tournaments": cache(lambda: running(sees)),
        "highlights": notable,
        "matches": matches,
        "featured": cache(lambda: featured_game(notable(), matches())),
        "running": cache(running_match),
    }
    return live_page(cast("Request", request), "home.html", context, part="live")


@require_safe
def example_bot(request: HttpRequest) -> HttpResponse:
    return render(request, "home/my_bot.py", content_type="text/x-python; charset=utf-8")


@csrf_exempt  # visitors' pages are cached for all, without a token; this sets a cookie alone
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Store the theme in a cookie and go back."""
    chosen, target = request.POST.get("theme", ""), request.POST.get("next", "/")
    is_own = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = HttpResponseRedirect(target if is_own else "/")
    if chosen in THEMES:
        secure = request.is_secure()
        response.set_cookie(THEME_COOKIE, chosen, max_age=A_YEAR, secure=secure, samesite="Lax")
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response


@require_safe
def health(_request: HttpRequest) -> HttpResponseBase:
    """Answer 200 while the process serves and reaches the database, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        answer = {"status": "failing", "database": "unreachable"}
        return JsonResponse(answer, status=HTTPStatus.SERVICE_UNAVAILABLE)
    return JsonResponse({"status": "ok", "database": "ok"})


@require_safe
@never_cache
def health_ready(_request: HttpRequest) -> HttpResponseBase:
    """Answer 200 while all parts of the platform work, else 503."""
    answers = caches["process"].get_or_set("readiness", readiness, READINESS_SECONDS)
    checks = cast("dict[str, str]", answers)
    failing = any(answer != OK for answer in checks.values())
    return JsonResponse(
        {"status": "failing" if failing else OK, "checks": checks},
        status=HTTPStatus.SERVICE_UNAVAILABLE if failing else HTTPStatus.OK,
    )
