"""Account forms."""

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import URLValidator
from django.utils import timezone
from django.utils.translation import gettext
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
