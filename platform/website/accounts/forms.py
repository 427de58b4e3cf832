"""Account forms: profile, tokens, deletion, and passwords with an offer to revoke API tokens."""

from datetime import timedelta
from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.validators import URLValidator
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from website.accounts.models import Token, User
from website.site.time_zones import ZoneSelect, zones

ABOUT_MOST = 500
LASTING = {30: _("30 days"), 90: _("90 days"), 365: _("1 year")}


class SecureURLField(forms.URLField):
    """An https URL; a missing scheme is added."""

    default_validators = [URLValidator(schemes=["https"])]


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in stubs alone
    class Meta:
        model = User
        fields = ["about", "affiliation", "web", "language", "time_zone"]

    about = forms.CharField(
        label=_("About you"),
        required=False,
        max_length=ABOUT_MOST,
        help_text=_("Everyone can read this on your page. Optional."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    affiliation = forms.CharField(
        label=_("Affiliation"),
        required=False,
        max_length=100,
        help_text=_("For example a university or a company. Everyone can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    web = SecureURLField(
        label=_("Web address"),
        required=False,
        max_length=200,
        assume_scheme="https",
        error_messages={"invalid": _("Enter an address such as https://example.org/.")},
        help_text=_("Must begin with https://. Everyone can follow it."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("browser default")), *settings.LANGUAGES],
        help_text=_("For the site and e-mails to you."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        widget=ZoneSelect,
        help_text=_("Times are shown in this time zone."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(zone, zone.replace("_", " ")) for zone in zones()]
        self.fields["time_zone"].choices = [("", gettext("Default: UTC")), *names[1:]]  # type: ignore[attr-defined]


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=Token.NAME_MOST,
        help_text=_("To recognise it by, for example “laptop”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"), choices=Token.Scope.choices, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(
        label=_("Expires after"),
        coerce=int,
        empty_value=None,
        required=False,
        initial=90,
        choices=[*LASTING.items(), ("", _("never"))],
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not user.is_organiser:
            scopes = [choice for choice in Token.Scope.choices if choice[0] != Token.Scope.ORGANISE]
            self.fields["scopes"].choices = scopes  # type: ignore[attr-defined]

    def terms(self) -> dict[str, Any]:
        data = self.cleaned_data
        until = timezone.now() + timedelta(days=data["days"]) if data["days"] else None
        return {"name": data["name"], "scopes": data["scopes"], "expires_at": until}


class DeleteAccountForm(forms.Form):
    """Confirm deletion with the user name and, if set, the password."""

    username = forms.CharField(
        label=_("Your user name"),
        help_text=_("Enter it to confirm."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        if name != self.user.username:
            raise forms.ValidationError(gettext("This is not your user name."))
        return name

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise forms.ValidationError(gettext("This is not your password."))
        return password


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
