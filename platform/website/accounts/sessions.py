"""List and end a user's sessions."""

from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.models import Session
from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from website.accounts.models import User
from website.site.http import OwnRequest

MOST = 100
BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")  # Edge also says Chrome
NAMES = {"Edg": "Edge", "OPR": "Opera"}
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "CrOS", "Linux")


@dataclass(frozen=True)
class LogIn:
    pk: int
    device: str
    since: datetime
    is_current: bool


@login_required
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    key = request.session.session_key
    found = [
        LogIn(one.pk, device(one.user_agent), one.created_at, one.session_key == key)
        for one in live(request.user)
    ]
    found.sort(key=lambda one: (not one.is_current, -one.since.timestamp()))
    return render(request, "account/sessions.html", {"sessions": found})


def live(user: User) -> list[UserSession]:
    """Return sessions neither expired nor older than the password."""
    known = {one.session_key: one for one in _of(user).order_by("-created_at")[:MOST]}
    stored = Session.objects.filter(session_key__in=known, expire_date__gt=timezone.now())
    now = user.get_session_auth_hash()
    return [
        known[one.session_key]
        for one in stored
        if constant_time_compare(one.get_decoded().get(HASH_SESSION_KEY, ""), now)
    ]


def _of(user: User) -> QuerySet[UserSession]:
    found: QuerySet[UserSession] = UserSession.objects.filter(user=user)
    return found


def device(agent: str) -> str:
    browser = next((NAMES.get(one, one) for one in BROWSERS if f"{one}/" in agent), "")
    system = next((one for one in SYSTEMS if one in agent), "")
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or gettext("unknown device")


def end_all(user: User) -> None:
    """End all the user's sessions, even one that starts right now."""
    User.objects.filter(pk=user.pk).update(session_generation=F("session_generation") + 1)
    user.refresh_from_db(fields=["session_generation"])
    _end(_of(user))


def _end(rows: QuerySet[UserSession]) -> None:
    keys = list(rows.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    rows.delete()


@login_required
@require_POST
def end(request: OwnRequest, pk: int) -> HttpResponse:
    """End a session, the current one by log-out."""
    found = get_object_or_404(_of(request.user), pk=pk)
    if found.session_key == request.session.session_key:
        return redirect("account_logout")
    found.end()
    messages.success(request, gettext("Logged out of that session."))
    return redirect("accounts:sessions")


@login_required
@require_POST
def end_others(request: OwnRequest) -> HttpResponse:
    others = _of(request.user).exclude(session_key=request.session.session_key)
    _end(others)
    messages.success(request, gettext("Logged out of all other sessions."))
    return redirect("accounts:sessions")
