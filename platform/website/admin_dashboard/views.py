"""The platform's health, workers and accounts, for organisers."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arena.core.database_clock import database_now
from arena.core.errors import Refused
from arena.health import platform_health
from arena.models import Match
from arena.models.name_key import contains
from arena.tournaments.entries import exclude_entrant
from website.accounts.models import User
from website.admin_dashboard.moderation import (
    appoint,
    reinstate,
    rename_bot,
    running_entrants,
    suspend,
)
from website.site.http import (
    OwnRequest,
    Request,
    found_or_404,
    live_page,
    organisers_only,
    person_or_404,
    sent_text,
)

QUEUES = [Match.Purpose.CHECK, Match.Purpose.TOURNAMENT, Match.Purpose.CHALLENGE,
          Match.Purpose.LADDER]  # fmt: skip
PAGE = 50
LONGEST_SEARCH = 80


@organisers_only
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """Show queues, waits and alarms, live."""
    health = platform_health(database_now())
    queues = [
        (str(purpose.label), health.queued[purpose], health.running[purpose]) for purpose in QUEUES
    ]
    context = {"health": health, "queues": queues}
    return live_page(cast("Request", request), "admin_dashboard/index.html", context, part="live")


@organisers_only
@require_safe
def workers(request: OwnRequest) -> HttpResponse:
    """Show all workers, live."""
    context = {"health": platform_health(database_now())}
    return live_page(cast("Request", request), "admin_dashboard/workers.html", context, part="live")


def members() -> QuerySet[User]:
    """Return accounts, without deleted ones, newest first."""
    return User.objects.filter(left_at=None).annotate(owned=Count("bots")).order_by("-pk")


@organisers_only
@require_safe
def people(request: OwnRequest) -> HttpResponse:
    """List accounts; `q` searches name and mail address, `suspended` filters."""
    asked = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    listed = members()
    if asked:
        listed = listed.filter(contains("username", asked) | Q(email__iexact=asked))
    if "suspended" in request.GET:
        listed = listed.filter(is_active=False)
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "asked": asked, "suspended": "suspended" in request.GET}
    return render(request, "admin_dashboard/people.html", context)


@organisers_only
@require_safe
def person(request: OwnRequest, username: str) -> HttpResponse:
    return _page(request, _member_or_404(username))


def _member_or_404(username: str) -> User:
    return person_or_404(members(), username)


def _page(request: HttpRequest, user: User, refusal: str = "", refused: str = "") -> HttpResponse:
    """Show the person; the form of the `refused` verb keeps what was sent."""
    bots = user.bots.select_related("current").order_by("name")
    context = {
        "person": user,
        "bots": bots,
        "entrants": running_entrants(user),
        "refusal": refusal,
        "sent": {refused: request.POST},
        "excluded": request.POST.getlist("exclude"),
    }
    status = HTTPStatus.CONFLICT if refusal else HTTPStatus.OK
    return render(request, "admin_dashboard/person.html", context, status=status)


def _suspend(request: OwnRequest, user: User) -> str:
    reason = sent_text(request.POST, "reason")
    chosen = set(request.POST.getlist("exclude"))
    suspend(user=user, by=request.user, reason=reason)
    for entrant in running_entrants(user):
        if str(entrant.pk) in chosen:
            exclude_entrant(
                organiser=request.user,
                tournament=entrant.tournament,
                bot=entrant.bot,
                reason=reason,
            )
    return gettext("Account suspended. Its bots do not play.")


def _rename(request: OwnRequest, user: User) -> str:
    bot = found_or_404(user.bots.all(), slug=sent_text(request.POST, "bot"))
    name, reason = sent_text(request.POST, "name"), sent_text(request.POST, "reason")
    rename_bot(bot=bot, by=request.user, name=name, reason=reason)
    return gettext("Bot renamed. Its owner is told.")


def _reinstate(request: OwnRequest, user: User) -> str:
    reinstate(user=user, by=request.user, reason=sent_text(request.POST, "reason"))
    return gettext("Account restored.")


def _appoint(request: OwnRequest, user: User) -> str:
    appoint(user=user, by=request.user, organises=True)
    return gettext("This user is now an organiser.")


def _dismiss(request: OwnRequest, user: User) -> str:
    appoint(user=user, by=request.user, organises=False)
    return gettext("This user is no longer an organiser.")


VERBS: dict[str, Callable[[OwnRequest, User], str]] = {
    "suspend": _suspend,
    "reinstate": _reinstate,
    "rename": _rename,
    "appoint": _appoint,
    "dismiss": _dismiss,
}


@organisers_only
@require_POST
def act(request: OwnRequest, username: str, verb: str) -> HttpResponse:
    user = _member_or_404(username)
    try:
        words = VERBS[verb](request, user)
    except Refused as refused:
        return _page(request, user, refused.message, verb)
    messages.success(request, words)
    return redirect("admin_dashboard:person", username)
