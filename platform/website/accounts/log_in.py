"""Log in with a password: find the account, limit guesses.

See "Guessing passwords" in docs/security.md.
"""

from __future__ import annotations

import secrets
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from allauth.core.internal.ratelimit import RateLimitUsage, consume, get_ip
from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse

from arena.core.names import fold
from arena.models.name_key import find_named
from website.accounts.models import User

LOGIN_MOST = 320  # characters: the longest mail address
DEVICE_COOKIE = "known_device"
DEVICE_SALT = "website.accounts.known-device"
DEVICE_SECONDS = 365 * 24 * 3600
DEVICE_ACCOUNTS = 5  # remembered per browser

FROM_ADDRESS = "login_failed"
FROM_ANYWHERE = "login_failed_anywhere"
FROM_DEVICE = "login_failed_device"


def find_account(login: str) -> User | None:
    """Return the account of a user name or mail address, with equal work either way.

    A verified address comes first, then a user name, then the oldest account.
    """
    address = login.lower()
    known = EmailAddress.objects.filter(email=address).select_related("user")
    listed = known.order_by("-verified", "pk").first()
    named = find_named(User.objects.all(), login, "username")
    written = User.objects.filter(email__iexact=address).order_by("pk").first() if login else None
    if listed and (listed.verified or named is None):
        owner: User = listed.user
        return owner
    return named or written


class PasswordBackend(AuthenticationBackend):  # type: ignore[misc]  # allauth has no types
    """Hash a password even without an account, so that timing reveals none."""

    def _authenticate(self, _request: HttpRequest | None, **credentials: Any) -> User | None:
        login = credentials.get("username") or credentials.get("email") or ""
        found: User | None = self._check_password(
            find_account(login[:LOGIN_MOST]), credentials["password"]
        )
        return found


def count_attempt(request: HttpRequest, login: str) -> RateLimitUsage | None:
    """Count a log-in attempt; return None over the limit.

    Known browsers have their own limit; others count by address and login, and by login.
    """
    login = login[:LOGIN_MOST]
    if device := _device_of(request, login):
        return _count(request, FROM_DEVICE, device)
    name = fold(login)
    here = _count(request, FROM_ADDRESS, f"{get_ip(request)} {name}")
    anywhere = _count(request, FROM_ANYWHERE, name) if here else None
    return RateLimitUsage([*here.usage, *anywhere.usage]) if here and anywhere else None


def _count(request: HttpRequest, action: str, key: str) -> RateLimitUsage | None:
    return consume(request, app="allauth.account", action=action, key=key)


def _device_of(request: HttpRequest, login: str) -> str:
    known = _devices(request)
    account = find_account(login) if known else None
    return known.get(account.pk, "") if account else ""


def _devices(request: HttpRequest) -> dict[int, str]:
    try:
        cookie = request.get_signed_cookie(
            DEVICE_COOKIE, default="", salt=DEVICE_SALT, max_age=DEVICE_SECONDS
        )
    except BadSignature:
        cookie = ""
    pairs = (one.partition("-") for one in (cookie or "").split(".") if one)
    return {int(account): one for account, _, one in pairs}


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Mark this browser as known to the account, in a signed cookie."""
    known = _devices(request)
    key = known.pop(user.pk, "") or secrets.token_urlsafe(12).replace("-", "_")
    latest = [*known.items(), (user.pk, key)][-DEVICE_ACCOUNTS:]
    response.set_signed_cookie(
        DEVICE_COOKIE,
        ".".join(f"{account}-{one}" for account, one in latest),
        salt=DEVICE_SALT,
        max_age=DEVICE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
