"""Password forms with an option to revoke API tokens."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from website.accounts.models import User


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]  # allauth has no types
    """Hash a password for taken addresses too: timing must not reveal them."""

    def try_save(self, request: HttpRequest) -> Any:
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class OffersRevocation(forms.Form):
    """Offer to revoke the user's live tokens."""

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
                help_text=_("Do this if someone else might know your password."),
            )

    def save(self) -> None:
        super().save()  # type: ignore[misc]  # allauth's form follows in the MRO
        if self.user and self.cleaned_data.get("revoke_tokens"):
            self.user.tokens.live().revoke()


class ChangePasswordForm(OffersRevocation, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """Change a password."""


class SetPasswordForm(OffersRevocation, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """Set the first password after an external log-in."""


class ResetPasswordKeyForm(OffersRevocation, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Reset a password by mailed link."""
