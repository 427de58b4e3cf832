"""Create users from external logins, keeping little of their data."""

import re
from typing import Any

import structlog
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount import app_settings
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthError, AuthProcess
from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from website.accounts.models import User
from website.site.plain_text import show_invisible

KNOWN_BY = ("username", "email", "name")
SHOWN_MOST = 200
LOGGED_MOST = 500
QUERY = re.compile(r"\?[^\s'\")]+")

log = structlog.get_logger(__name__)


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """allauth's adapter, configured by settings alone."""

    def list_apps(
        self, _request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        configured = [
            SocialApp(provider=kind, **terms)
            for kind, params in app_settings.PROVIDERS.items()
            for terms in params["APPS"]
        ]
        return [
            app
            for app in configured
            if provider in (None, app.provider, app.provider_id)
            and client_id in (None, app.client_id)
        ]

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        """Keep only a recognisable name and the main mail address."""
        user: User = super().populate_user(request, sociallogin, data)
        user.first_name = user.last_name = ""
        known = next((data[key] for key in KNOWN_BY if data.get(key)), "")
        sociallogin.account.extra_data = {"name": str(known)[:SHOWN_MOST]}
        del sociallogin.email_addresses[1:]
        return user

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: SignupForm) -> User:
        """Store only the form's address."""
        chosen = form.cleaned_data.get("email", "")
        sociallogin.user.email = chosen
        sociallogin.email_addresses = [
            address for address in sociallogin.email_addresses if address.email == chosen
        ]
        user: User = super().save_user(request, sociallogin, form)
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse a first log-in if its verified address has an account: link it there instead.

        Never log in by address: a provider may be wrong or taken over.
        """
        links = sociallogin.state.get("process") == AuthProcess.CONNECT
        proved = [address.email for address in sociallogin.email_addresses if address.verified]
        known = EmailAddress.objects.filter(email__in=proved, verified=True)
        if links or sociallogin.is_existing or not known.exists():
            return
        words = _(
            "An account with the address %(address)s already exists. Log in to it first, then "
            "link %(provider)s under “Linked accounts”."
        )
        params = {"address": proved[0], "provider": sociallogin.provider.name}
        messages.error(request, words % params)
        raise ImmediateHttpResponse(redirect("account_login"))

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: object = None,
        exception: Exception | None = None,
        **_context: Any,
    ) -> None:
        """Log failures for the operator."""
        if error == AuthError.CANCELLED:
            return
        answer = request.GET.get("error_description") or request.GET.get("error") or ""
        log.warning(
            "login_elsewhere_failed",
            provider=provider.sub_id,
            cause=loggable(repr(exception)) if exception else str(error),
            said=loggable(answer),
        )


def loggable(text: str) -> str:
    """Flatten and cut foreign text; drop URL queries: GitLab's carry a token."""
    return show_invisible(" ".join(QUERY.sub("?...", text).split()))[:LOGGED_MOST]
