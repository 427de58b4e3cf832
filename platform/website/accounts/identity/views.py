"""Log in through a provider; list and remove linked accounts."""

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
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from website.accounts.identity.links import CannotUnlink, links, unlink
from website.accounts.sign_up import once_more_if_taken
from website.accounts.views import too_often
from website.site.http import OwnRequest, View, viewer

choose_name = once_more_if_taken(allauth_views.signup)
NOT_REACHED = (OAuth2Error, RequestException)


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
    if name not in {one.name for one in settings.IDENTITY_PROVIDERS}:
        raise Http404
    return get_adapter().get_provider(request, name)


def _answer_failure(
    request: HttpRequest, provider: OAuth2Provider, error: Exception
) -> HttpResponse:
    answer: HttpResponse = render_authentication_error(request, provider, exception=error)
    return answer
