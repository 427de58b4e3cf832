"""Ask for an email address while logging in: older accounts may have none."""

from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.app_settings import EmailVerificationMethod
from allauth.account.internal.decorators import login_stage_required
from allauth.account.models import EmailAddress
from allauth.account.stages import LoginStage
from allauth.core import ratelimit
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from website.accounts.models import User
from website.accounts.views import too_often

PAGE = "accounts:ask_address"


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
