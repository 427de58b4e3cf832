"""Account pages: overview, profile, tokens, data export, deletion."""

from http import HTTPStatus
from typing import cast

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from arena.core.errors import Refused
from website.accounts.account_deletion import CannotLeave, delete_account, require_deletable
from website.accounts.export import archive
from website.accounts.forms import DeleteAccountForm, ProfileForm, TokenForm
from website.accounts.models import Token, User
from website.accounts.tokens import make_token
from website.site import errors
from website.site.http import OwnRequest, viewer


@login_required
@require_safe
def overview(request: OwnRequest) -> HttpResponse:
    user = request.user
    context = {
        "bots": user.bots.count(),
        "email": EmailAddress.objects.filter(user=user, primary=True).first(),
        "tokens": user.tokens.live().count(),
        "hooks": user.webhooks.count(),
    }
    return render(request, "account/overview.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: OwnRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        if form.cleaned_data["language"]:
            translation.activate(form.cleaned_data["language"])
        messages.success(request, gettext("Saved."))
        response = redirect("accounts:profile")
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)  # the account's choice wins
        return response
    return render(request, "account/profile.html", {"form": form}, status=_status(form))


@csrf_exempt  # visitors' pages are cached for all, without a token; this sets a cookie alone
def language(request: HttpRequest) -> HttpResponse:
    """Switch the language and store it for a logged-in user."""
    if viewer(request) is None:
        return set_language(request)
    return csrf_protect(_store_language)(cast("OwnRequest", request))


def _store_language(request: OwnRequest) -> HttpResponse:
    response, chosen = set_language(request), request.POST.get("language", "")
    if request.method == "POST" and chosen in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: OwnRequest) -> HttpResponse:
    """List and create tokens; show a secret once."""
    form, secret = TokenForm(request.POST or None, user=request.user), ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, secret = make_token(user=request.user, **form.terms())
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            form = TokenForm(user=request.user)
    context = {"form": form, "secret": secret, "tokens": request.user.tokens.live()}
    return render(request, "account/tokens.html", context, status=_status(form))


@login_required
@require_POST
def revoke(request: OwnRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(Token, pk=pk, user=request.user)
    token.revoke()
    messages.success(request, gettext("The token “%(name)s” was revoked.") % {"name": token.name})
    return redirect("accounts:tokens")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: OwnRequest) -> HttpResponse | StreamingHttpResponse:
    if request.method != "POST":
        return render(request, "account/data.html")
    if not ratelimit.consume(request, action="export", user=request.user):
        return too_often(request)
    name = f"kingsbench-{timezone.now():%Y-%m-%d}.zip"
    response = StreamingHttpResponse(archive(request.user), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def deletion(request: OwnRequest) -> HttpResponse:
    form, obstacle = DeleteAccountForm(request.POST or None, user=request.user), ""
    try:
        require_deletable(user=request.user)
    except CannotLeave as refused:
        obstacle = refused.message
    if request.method == "POST" and not obstacle:
        if not ratelimit.consume(request, action="reauthenticate", user=request.user):
            return too_often(request)
        if form.is_valid():
            delete_account(user=request.user)
            logout(request)
            messages.success(request, gettext("Your account was deleted."))
            return redirect("home")
    context = {"form": form, "obstacle": obstacle}
    return render(request, "account/delete.html", context, status=_status(form))


def too_often(request: HttpRequest) -> HttpResponse:
    """Render 429 for a limit counted by allauth."""
    return errors.page(
        request,
        status=HTTPStatus.TOO_MANY_REQUESTS,
        title=gettext("Too many requests"),
        words=gettext("Wait a while, then try again."),
    )


def _status(form: ProfileForm | TokenForm | DeleteAccountForm) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
