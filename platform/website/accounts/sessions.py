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
    log_ins = [
        LogIn(row.pk, device(row.user_agent), row.created_at, row.session_key == key)
        for row in live(request.user)
    ]
    log_ins.sort(key=lambda log_in: (not log_in.is_current, -log_in.since.timestamp()))
    return render(request, "account/sessions.html", {"sessions": log_ins})


def live(user: User) -> list[UserSession]:
    """Return sessions neither expired nor older than the password."""
    known = {row.session_key: row for row in _of(user).order_by("-created_at")[:MOST]}
    stored = Session.objects.filter(session_key__in=known, expire_date__gt=timezone.now())
    now = user.get_session_auth_hash()
    return [
        known[session.session_key]
        for session in stored
        if constant_time_compare(session.get_decoded().get(HASH_SESSION_KEY, ""), now)
    ]


def _of(user: User) -> QuerySet[UserSession]:
    own: QuerySet[UserSession] = UserSession.objects.filter(user=user)  # allauth has no types
    return own


def device(agent: str) -> str:
    browser = next((NAMES.get(name, name) for name in BROWSERS if f"{name}/" in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
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
    ended = get_object_or_404(_of(request.user), pk=pk)
    if ended.session_key == request.session.session_key:
        return redirect("account_logout")
    ended.end()
    messages.success(request, gettext("Logged out of that session."))
    return redirect("accounts:sessions")


@login_required
@require_POST
def end_others(request: OwnRequest) -> HttpResponse:
    others = _of(request.user).exclude(session_key=request.session.session_key)
    _end(others)
    messages.success(request, gettext("Logged out of all other sessions."))
    return redirect("accounts:sessions")
