"""Template context: unread notifications; those that lead to this page are read."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from arena.core.database_clock import query_now
from arena.models import Notification
from website.accounts.models import User
from website.notifications.words import notification_line
from website.site.http import viewer

MOST = 100  # counted up to here


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return lazy `unread_notifications`, "99+" at most."""

    def count() -> str:
        user = viewer(request)
        return count_unread(request, user) if user else ""

    return {"unread_notifications": SimpleLazyObject(count)}


def count_unread(request: HttpRequest, user: User) -> str:
    """Mark those that link to this page as read; return the number of the others."""
    rows = Notification.objects.filter(user=user).unread(query_now()).order_by()
    unread = list(rows.only("kind", "params")[:MOST])
    seen = []
    if request.method == "GET":
        lines = map(notification_line, unread)
        seen = [line.notification.pk for line in lines if line.path == request.path]
    if seen:
        Notification.objects.filter(pk__in=seen).update(read_at=query_now())
    count = len(unread) - len(seen)
    return f"{MOST - 1}+" if count == MOST else str(count or "")
