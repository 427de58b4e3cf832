from collections.abc import Mapping
from datetime import datetime
from typing import Any

from arena.core.database_clock import database_now
from arena.models import Notification, NotificationPreferences
from arena.notifications.models import AT_ONCE, DIGEST_AFTER, Channel
from arena.queue.enqueue import enqueue_task


def notify(
    *,
    kind: Notification.Kind,
    about: str,
    people: Mapping[int, dict[str, Any]],
    visible_at: datetime | None = None,
) -> None:
    """Write notifications, user id -> JSON-ready params, in the caller's transaction.

    The rows are the queue. Hidden until `visible_at`; repeated before, the params are replaced.
    """
    now = database_now()
    at = max(visible_at or now, now)
    unseen = Notification.objects.filter(
        user__in=people, kind=kind, about=about, visible_at__gt=now
    )
    waiting = {notification.user_id: notification for notification in unseen}
    for user, notification in waiting.items():
        notification.params, notification.visible_at = people[user], at
        notification.mail_due_at = _mail_due(kind, at) if notification.mail_due_at else None
    Notification.objects.bulk_update(waiting.values(), ["params", "visible_at", "mail_due_at"])
    preferences = {
        one.user_id: one for one in NotificationPreferences.objects.filter(user__in=people)
    }
    Notification.objects.bulk_create(
        _notification(
            preferences.get(user) or NotificationPreferences(),
            kind,
            about,
            at,
            user_id=user,
            params=params,
        )
        for user, params in people.items()
        if user not in waiting
    )
    enqueue_task(name="website.deliver", args=[])


def _notification(
    preferences: NotificationPreferences,
    kind: Notification.Kind,
    about: str,
    at: datetime,
    **whom: Any,
) -> Notification:
    channels = preferences.of(kind)
    return Notification(
        kind=kind,
        about=about,
        visible_at=at,
        in_app=Channel.SITE in channels,
        mail_due_at=_mail_due(kind, at) if Channel.MAIL in channels else None,
        **whom,
    )


def _mail_due(kind: Notification.Kind, at: datetime) -> datetime:
    return at if kind in AT_ONCE else at + DIGEST_AFTER
