"""Delays of notifications."""

from datetime import datetime

from arena.models import Notification
from website.notifications.models import Delivery


def undelivered_seconds(now: datetime) -> dict[str, float]:
    """Return by channel for how many seconds the oldest message is overdue."""
    mail = Notification.objects.to_mail(now).values_list("mail_due_at", flat=True).first()
    noted = Notification.objects.to_post(now).values_list("visible_at", flat=True).first()
    posted = Delivery.objects.due(now).values_list("due_at", flat=True).first()
    return {"mail": _late(now, mail), "webhook": max(_late(now, noted), _late(now, posted))}


def _late(now: datetime, due: datetime | None) -> float:
    return (now - due).total_seconds() if due else 0.0
