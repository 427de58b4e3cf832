"""Log in through a provider; list and remove linked accounts."""

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from allauth.socialaccount import views as allauth_views
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialAccount, SocialApp
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.provider import OAuth2Provider
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from arena.core.errors import Refused
from arena.core.locks import lock_person
from engine.messages import gettext_noop as _
from website.accounts.log_in import once_more_if_taken
from website.accounts.models import User
from website.accounts.views import too_often
from website.site.http import OwnRequest, View, viewer

choose_name = once_more_if_taken(allauth_views.signup)
NOT_REACHED = (OAuth2Error, RequestException)


class CannotUnlink(Refused):
    """This link is the only way to log in to the account."""


@dataclass(frozen=True)
class Link:
    """A linked account; `is_offered` if its provider is configured now."""

    pk: int
    provider: str
    known_as: str
    since: datetime
    is_offered: bool


def links(user: User) -> list[Link]:
    """Return the user's links, oldest first."""
    labels = {provider.name: provider.label for provider in settings.IDENTITY_PROVIDERS}
    return [
        Link(
            account.pk,
            labels.get(account.provider, account.provider),
            account.extra_data.get("name") or account.uid,
            account.date_joined,
            account.provider in labels,
        )
        for account in SocialAccount.objects.filter(user=user).order_by("pk")
    ]


def can_go(link: Link, others: list[Link], user: User) -> bool:
    """Return whether another way to log in remains."""
    return user.has_usable_password() or any(
        other.is_offered for other in others if other.pk != link.pk
    )


@transaction.atomic
def unlink(*, user: User, pk: int) -> Link:
    """Remove a link and mail the owner. Raise CannotUnlink or SocialAccount.DoesNotExist."""
    user = lock_person(person=user)  # two requests at once must not remove both
    own = links(user)
    link = next((link for link in own if link.pk == pk), None)
    if link is None:
        raise SocialAccount.DoesNotExist
    if not can_go(link, own, user):
        raise CannotUnlink(
            _("This is your only way to log in. Set a password or link another account first.")
        )
    SocialAccount.objects.filter(pk=pk, user=user).delete()
    get_adapter().send_notification_mail(
        "socialaccount/email/account_disconnected", user, context={"provider": link.provider}
    )
    return link


@require_POST
@never_cache
def begin(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Send the user to the provider.

    Answer with a page: Chromium applies `form-action` to redirects too, and providers redirect
    anywhere.
    """
    provider = _provider(request, provider_id)
    if not ratelimit.consume(request, action="login"):
        return too_often(request)
    process = AuthProcess.CONNECT if viewer(request) else AuthProcess.LOGIN
    try:
        answer: HttpResponse = provider.redirect(
            request, process, next_url=get_next_redirect_url(request)
        )
    except NOT_REACHED as error:
        return _answer_failure(request, provider, error)
    if answer.status_code != HTTPStatus.FOUND:
        return answer
    context = {"provider": provider, "address": answer.headers["Location"]}
    return render(request, "socialaccount/onward.html", context)


@require_safe
@never_cache
def callback(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Log in, link, or ask for a user name."""
    provider = _provider(request, provider_id)
    try:
        view: View = OAuth2CallbackView.adapter_view(provider.get_oauth2_adapter(request))
        return view(request)
    except NOT_REACHED as error:
        return _answer_failure(request, provider, error)


def sign_up(request: HttpRequest) -> HttpResponse:
    """Choose a user name; return to log-in if the provider is gone."""
    try:
        answer: HttpResponse = choose_name(request)
    except SocialApp.DoesNotExist:
        return redirect("account_login")
    return answer


@login_required
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    context = {
        "links": links(request.user),
        "providers": settings.IDENTITY_PROVIDERS,
        "has_password": request.user.has_usable_password(),
    }
    return render(request, "socialaccount/connections.html", context)


@login_required
@require_POST
def remove(request: OwnRequest, pk: int) -> HttpResponse:
    try:
        link = unlink(user=request.user, pk=pk)
    except SocialAccount.DoesNotExist as error:
        raise Http404 from error
    except CannotUnlink as refused:
        messages.error(request, refused.message)
    else:
        params = {"provider": link.provider}
        messages.success(request, gettext("%(provider)s is no longer linked.") % params)
    return redirect("socialaccount_connections")


def _provider(request: HttpRequest, name: str) -> OAuth2Provider:
    if name not in {provider.name for provider in settings.IDENTITY_PROVIDERS}:
        raise Http404
    return get_adapter().get_provider(request, name)


def _answer_failure(
    request: HttpRequest, provider: OAuth2Provider, error: Exception
) -> HttpResponse:
    answer: HttpResponse = render_authentication_error(request, provider, exception=error)
    return answer
