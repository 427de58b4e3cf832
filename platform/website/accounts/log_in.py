"""Sign up and log in: our names and limits, and a missing mail address is asked for.

See "Guessing passwords" in docs/security.md.
"""

from __future__ import annotations

import secrets
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.app_settings import EmailVerificationMethod
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.decorators import login_stage_required
from allauth.account.models import EmailAddress
from allauth.account.stages import LoginStage
from allauth.core import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage, consume, get_ip
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from arena.core.errors import BadName
from arena.core.names import fold
from arena.core.require_name import require_name
from arena.models.name_key import alike, find_named
from website.accounts.models import User
from website.accounts.views import too_often
from website.site.http import View

LOGIN_MOST = 320  # characters: the longest mail address
DEVICE_COOKIE = "known_device"
DEVICE_SALT = "website.accounts.known-device"
DEVICE_SECONDS = 365 * 24 * 3600
DEVICE_ACCOUNTS = 5  # remembered per browser

FROM_ADDRESS = "login_failed"
FROM_ANYWHERE = "login_failed_anywhere"
FROM_DEVICE = "login_failed_device"
CONFIRMATION = "allauth.account.stages.EmailVerificationStage"
ASKING = "website.accounts.log_in.AskAddressStage"
PAGE = "accounts:ask_address"


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
        user: User | None = self._check_password(
            find_account(login[:LOGIN_MOST]), credentials["password"]
        )
        return user


def count_attempt(request: HttpRequest, login: str) -> RateLimitUsage | None:
    """Count a log-in attempt; return None over the limit.

    Known browsers have their own limit; others count by address and login, and by login.
    """
    login = login[:LOGIN_MOST]
    devices = _devices(request)
    account = find_account(login) if devices else None
    if account and (device := devices.get(account.pk)):
        return _count(request, FROM_DEVICE, device)
    name = fold(login)
    here = _count(request, FROM_ADDRESS, f"{get_ip(request)} {name}")
    anywhere = _count(request, FROM_ANYWHERE, name) if here else None
    return RateLimitUsage([*here.usage, *anywhere.usage]) if here and anywhere else None


def _count(request: HttpRequest, action: str, key: str) -> RateLimitUsage | None:
    return consume(request, app="allauth.account", action=action, key=key)


def _devices(request: HttpRequest) -> dict[int, str]:
    """Return the keys by which accounts know this browser, by account."""
    try:
        cookie = request.get_signed_cookie(
            DEVICE_COOKIE, default="", salt=DEVICE_SALT, max_age=DEVICE_SECONDS
        )
    except BadSignature:
        cookie = ""
    pairs = (pair.partition("-") for pair in (cookie or "").split(".") if pair)
    return {int(account): key for account, _dash, key in pairs}


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Mark this browser as known to the account, in a signed cookie."""
    known = _devices(request)
    key = known.pop(user.pk, "") or secrets.token_urlsafe(12).replace("-", "_")
    latest = [*known.items(), (user.pk, key)][-DEVICE_ACCOUNTS:]
    response.set_signed_cookie(
        DEVICE_COOKIE,
        ".".join(f"{account}-{known_as}" for account, known_as in latest),
        salt=DEVICE_SALT,
        max_age=DEVICE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the normalised name. Raise ValidationError if bad or, unless `shallow`, taken."""
        try:
            name = require_name(name=username)
        except BadName as bad:
            raise ValidationError(bad.message) from bad
        name = str(super().clean_username(name, shallow=True))
        if not shallow and User.objects.filter(alike(name)).exists():
            words = gettext(
                "The name “%(name)s” is taken or too similar to another one. Choose another name."
            )
            raise ValidationError(words % {"name": name})
        return name

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt; allauth uncounts good ones. Raise ValidationError."""
        usage = count_attempt(request, credentials.get("username") or credentials.get("email", ""))
        if usage is None:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage = usage

    def get_login_stages(self) -> list[str]:
        """Ask for a missing address before allauth would have it confirmed."""
        stages: list[str] = super().get_login_stages()
        stages.insert(stages.index(CONFIRMATION), ASKING)
        return stages

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(request, response, user)
        return response

    def save_user(self, *args: Any, **kwargs: Any) -> User:
        """Use a savepoint: a name taken meanwhile must not break an outer transaction."""
        with transaction.atomic():
            user: User = super().save_user(*args, **kwargs)
            return user


def once_more_if_taken(view: View) -> View:
    """Run a view again after an IntegrityError, so that its form reports the taken name."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except IntegrityError:
            return view(request, *args, **kwargs)

    return answer


sign_up = once_more_if_taken(allauth_views.signup)


class AskAddressStage(LoginStage):  # type: ignore[misc]  # allauth has no types
    """Ask who has no confirmed address, before allauth sends the confirmation.

    Without it, such a person could not log in, and could not add an address either. Who has just
    signed up has given one.
    """

    key = "ask_address"
    urlname = PAGE

    def handle(self) -> tuple[HttpResponse | None, bool]:
        is_mandatory = self.login.email_verification == EmailVerificationMethod.MANDATORY
        user = self.login.user
        if not is_mandatory or self.login.signup or user is None or has_confirmed_address(user):
            return None, True
        return redirect(PAGE), True


def has_confirmed_address(user: User) -> bool:
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        """Return it as allauth stores it."""
        return str(get_adapter().clean_email(self.cleaned_data["email"].lower()))


@login_stage_required(  # type: ignore[untyped-decorator]  # as above
    stage=AskAddressStage.key, redirect_urlname="account_login"
)
@require_http_methods(["GET", "HEAD", "POST"])
def ask_address(request: HttpRequest) -> HttpResponse:
    """Store the address as not confirmed, and go on to the mail that confirms it."""
    stage: Any = request._login_stage  # type: ignore[attr-defined]  # set by the decorator
    user: User = stage.login.user
    form = AddressForm(request.POST or None, initial={"email": known_address(user)})
    if request.method == "POST" and form.is_valid():
        if not ratelimit.consume(request, action="manage_email", user=user):
            return too_often(request)
        stage.login.email = store_address(user, form.cleaned_data["email"])
        answer: HttpResponse = stage.exit()
        return answer
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "account/ask_address.html", {"form": form}, status=status)


def known_address(user: User) -> str:
    """Return an address that was given and never confirmed, which may be wrong."""
    known = EmailAddress.objects.filter(user=user).values_list("email", flat=True).first()
    return known or user.email


@transaction.atomic
def store_address(user: User, email: str) -> str:
    """Make it the account's one address, which nobody has confirmed yet."""
    EmailAddress.objects.filter(user=user, verified=False).delete()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    user.email = email
    user.save(update_fields=["email"])
    return email
