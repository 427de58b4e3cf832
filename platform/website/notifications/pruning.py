"""Delete old notifications and deliveries."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from arena.core.database_clock import database_now
from arena.models import Notification
from website.notifications.models import Delivery

AT_ONCE = 1_000  # rows per transaction, as SQLite has one writer


def prune_notifications(*, now: datetime | None = None) -> int:
    """Delete some old rows, none unread or unsent; return their number."""
    count = 0
    for rows in old_notifications(now or database_now()):
        ids = list(rows.values_list("pk", flat=True)[:AT_ONCE])
        count += rows.model._default_manager.filter(pk__in=ids).delete()[0]
    return count


def old_notifications(now: datetime) -> tuple[QuerySet[Notification] | QuerySet[Delivery], ...]:
    before = now - timedelta(days=settings.NOTIFICATION_DAYS)
    return (
        Notification.objects.read_before(before),
        Notification.objects.off_site_before(before),
        Delivery.objects.done_before(before),
    )
