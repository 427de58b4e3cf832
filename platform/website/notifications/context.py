"""Template context: unread notifications."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from arena.database_clock import query_now
from arena.models import Notification
from website.accounts.models import User
from website.http import viewer

MOST = 100  # counted up to here


def frame(request: HttpRequest) -> dict[str, Any]:
    """Return lazy `unread_notifications`, "99+" at most."""
    return {"unread_notifications": SimpleLazyObject(lambda: _counted(viewer(request)))}


def _counted(user: User | None) -> str:
    if user is None:
        return ""
    unread = Notification.objects.filter(user=user).unread(query_now()).order_by()
    count = len(unread.values_list("pk")[:MOST])  # a third of the cost of COUNT on a slice
    return f"{MOST - 1}+" if count == MOST else str(count or "")
