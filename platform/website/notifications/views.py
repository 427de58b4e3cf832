"""Notification pages."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.core.database_clock import query_now
from arena.models import Notification, NotificationPreferences
from arena.notifications.models import Channel, NotificationQuerySet
from website.notifications.forms import LABELS, PreferencesForm
from website.notifications.words import notification_line
from website.site.http import OwnRequest

PAGE = 30


@login_required
@require_safe
def index(request: OwnRequest) -> HttpResponse:
    """List notifications; `unread` and `kind` filter, `before` pages back."""
    kind, new_only = request.GET.get("kind", ""), "unread" in request.GET
    found = _own(request).filter(read_at=None) if new_only else _own(request)
    if kind in LABELS:
        found = found.filter(kind=kind)
    before = request.GET.get("before", "")
    if before.isdecimal():
        found = found.filter(pk__lt=int(before[:18]))
    notifications = list(found.order_by("-pk")[: PAGE + 1])
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
