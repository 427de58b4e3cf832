"""Notification pages."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.database_clock import query_now
from arena.models import Notification, NotificationPreferences
from arena.notifications.kinds import Channel, default_channels
from arena.notifications.models import NotificationQuerySet
from website.notifications.words import notification_line
from website.site.http import OwnRequest

PAGE = 30
LABELS = dict(Notification.Kind.choices)


@login_required
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """List notifications; `unread` and `kind` filter, `before` pages back."""
    kind, new_only = request.GET.get("kind", ""), "unread" in request.GET
    rows = _own(request).filter(read_at=None) if new_only else _own(request)
    if kind in LABELS:
        rows = rows.filter(kind=kind)
    before = request.GET.get("before", "")
    if before.isdecimal():
        rows = rows.filter(pk__lt=int(before[:18]))
    notifications = list(rows.order_by("-pk")[: PAGE + 1])
    context: dict[str, Any] = {
        "lines": [notification_line(notification) for notification in notifications[:PAGE]],
        "kinds": Notification.Kind.choices,
        "older": notifications[PAGE - 1].pk if len(notifications) > PAGE else None,
        "before": before,
        "has_unread": _own(request).filter(read_at=None).exists(),
        "kind": kind,
        "new_only": new_only,
    }
    return render(request, "notifications/index.html", context)


def _own(request: OwnRequest) -> NotificationQuerySet:
    return Notification.objects.filter(user=request.user).shown(query_now())


@login_required
@require_POST
def read(request: OwnRequest, pk: int) -> HttpResponse:
    """Mark a notification as read; with `go`, redirect to its page."""
    notification = get_object_or_404(_own(request), pk=pk)
    Notification.objects.filter(pk=notification.pk, read_at=None).update(read_at=query_now())
    return redirect(
        notification_line(notification).path if "go" in request.POST else "notifications:index"
    )


@login_required
@require_POST
def read_all(request: OwnRequest) -> HttpResponse:
    _own(request).filter(read_at=None).update(read_at=query_now())
    messages.success(request, gettext("All notifications marked as read."))
    return redirect("notifications:index")


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


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: OwnRequest) -> HttpResponse:
    known = NotificationPreferences.objects.filter(user=request.user).first()
    form = PreferencesForm(
        request.POST or None, preferences=known or NotificationPreferences(user=request.user)
    )
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, gettext("Saved."))
        return redirect("accounts:notifications")
    context = {"form": form, "channels": [channel.label for channel in Channel]}
    return render(request, "account/notifications.html", context)
