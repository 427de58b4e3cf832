"""How many notices wait for whoever looks at a page."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from arena.database_clock import query_now
from arena.models import Notice
from website.accounts.models import User
from website.http import viewer

MOST = 100  # it is counted so far


def frame(request: HttpRequest) -> dict[str, Any]:
    """`unread_notices`: as many as "99+", empty for none. It is counted once, by index, and only
    where a template asks for it."""
    return {"unread_notices": SimpleLazyObject(lambda: _counted(viewer(request)))}


def _counted(user: User | None) -> str:
    if user is None:
        return ""
    unread = Notice.objects.filter(user=user).unread(query_now()).order_by()
    count = len(unread.values_list("pk")[:MOST])  # COUNT of a slice costs Django three times that
    return f"{MOST - 1}+" if count == MOST else str(count or "")
