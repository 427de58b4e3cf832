"""Forms for notification preferences and webhooks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.models import Notification, NotificationPreferences
from arena.notifications.models import Channel, default_channels
from website.notifications.models import Webhook
from website.notifications.ssrf_guard import BadDestination, check_url
from website.notifications.webhooks import EVENTS

LABELS = dict(Notification.Kind.choices)


class PreferencesForm(forms.Form):
    """A checkbox for each kind and channel."""

    def __init__(self, *args: Any, preferences: NotificationPreferences, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preferences = preferences
        for kind in Notification.Kind:
            for channel in Channel:
                label = f"{LABELS[kind]}, {channel.label}"
                box = forms.CheckboxInput(attrs={"aria-label": label})
                self.fields[_name(kind, channel)] = forms.BooleanField(
                    label=label,
                    required=False,
                    initial=channel in preferences.of(kind),
                    widget=box,
                )

    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (str(LABELS[kind]), [self[_name(kind, channel)] for channel in Channel])
            for kind in Notification.Kind
        ]

    def save(self) -> None:
        """Store what differs from the defaults."""
        chosen = {
            kind.value: [
                channel.value for channel in Channel if self.cleaned_data[_name(kind, channel)]
            ]
            for kind in Notification.Kind
        }
        channels = {kind: on for kind, on in chosen.items() if on != default_channels(kind)}
        NotificationPreferences.objects.update_or_create(
            user=self.preferences.user, defaults={"channels": channels}
        )


def _name(kind: Notification.Kind, channel: Channel) -> str:
    return f"{kind.name}_{channel.name}".lower()


class HookEventsForm(forms.Form):
    """Address and events of a webhook."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("Must begin with https:// and be reachable from the internet."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Events"),
        choices=[(kind.value, kind.label) for kind in EVENTS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one event.")},
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            check_url(url)
        except BadDestination as refused:
            raise forms.ValidationError(refused.message) from refused
        return url


class HookForm(HookEventsForm):
    kind = forms.ChoiceField(
        label=_("Messages"),
        choices=Webhook.Kind.choices,
        initial=Webhook.Kind.SIGNED,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_kind(self) -> Webhook.Kind:
        return Webhook.Kind(self.cleaned_data["kind"] or Webhook.Kind.SIGNED)


class HookEditForm(HookEventsForm):
    is_active = forms.BooleanField(label=_("Enabled"), required=False)
