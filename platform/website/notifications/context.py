"""Template context: unread notifications; those that lead to this page are read."""

from collections.abc import Iterable
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
    return {"unread_notifications": SimpleLazyObject(lambda: _count_text(request, viewer(request)))}


def _count_text(request: HttpRequest, user: User | None) -> str:
    return count_unread(request, user) if user else ""


def count_unread(request: HttpRequest, user: User) -> str:
    """Mark those that link to this page as read; return the number of the others."""
    found = Notification.objects.filter(user=user).unread(query_now()).order_by()
    unread = list(found.only("kind", "params")[:MOST])
    seen = _ids_of_this_page(request, unread)
    if seen:
        Notification.objects.filter(pk__in=seen).update(read_at=query_now())
    count = len(unread) - len(seen)
    return f"{MOST - 1}+" if count == MOST else str(count or "")


def _ids_of_this_page(request: HttpRequest, unread: Iterable[Notification]) -> list[int]:
    """Return the ids of notifications that link to the page shown."""
    if request.method != "GET":
        return []
    return [one.pk for one in unread if notification_line(one).path == request.path]
