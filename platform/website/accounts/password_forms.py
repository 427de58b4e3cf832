"""The forms of a new password: they offer to revoke tokens, and sign-up always takes its time."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from website.accounts.models import User


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]  # allauth has no types
    """allauth's own, which hashes a password for a mail address that is taken, too."""

    def try_save(self, request: HttpRequest) -> Any:
        """Return the new user and the answer."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class OffersRevocation(forms.Form):
    """A form of a new password: whoever has live tokens may revoke them with it."""

    user: User | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        count = self.user.tokens.live().count() if self.user else 0
        if count:
            self.fields["revoke_tokens"] = forms.BooleanField(
                label=ngettext(
                    "Also revoke my API token", "Also revoke my %(count)d API tokens", count
                )
                % {"count": count},
                required=False,
                help_text=_("Do this if somebody else may know your password."),
            )

    def save(self) -> None:
        """Set the password, then revoke the tokens if that was chosen."""
        super().save()  # type: ignore[misc]  # of the form of allauth behind this one
        if self.user and self.cleaned_data.get("revoke_tokens"):
            self.user.tokens.live().revoke()


class ChangePasswordForm(OffersRevocation, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """Change a password."""


class SetPasswordForm(OffersRevocation, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """Set the first password of an account that logged in elsewhere so far."""


class ResetPasswordKeyForm(OffersRevocation, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Set a new password by the link in a mail."""
