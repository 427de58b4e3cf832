from collections.abc import Mapping
from datetime import datetime
from typing import Any

from arena.core.database_clock import database_now
from arena.models import Notification, NotificationPreferences
from arena.notifications.kinds import Channel, Mail
from arena.notifications.models import DIGEST_AFTER
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
    shown_at = max(visible_at or now, now)
    unseen = Notification.objects.filter(
        user__in=people, kind=kind, about=about, visible_at__gt=now
    )
    waiting = {notification.user_id: notification for notification in unseen}
    for user, notification in waiting.items():
        notification.params, notification.visible_at = people[user], shown_at
        notification.mail_due_at = _mail_due(kind, shown_at) if notification.mail_due_at else None
    Notification.objects.bulk_update(waiting.values(), ["params", "visible_at", "mail_due_at"])
    stored = NotificationPreferences.objects.filter(user__in=people)
    preferences = {of_user.user_id: of_user for of_user in stored}
    new: list[Notification] = []
    for user, params in people.items():
        if user not in waiting:
            channels = preferences.get(user, NotificationPreferences()).of(kind)
            mail_due_at = _mail_due(kind, shown_at) if Channel.MAIL in channels else None
            new.append(
                Notification(
                    user_id=user,
                    kind=kind,
                    about=about,
                    params=params,
                    in_app=Channel.SITE in channels,
                    visible_at=shown_at,
                    mail_due_at=mail_due_at,
                )
            )
    Notification.objects.bulk_create(new)
    enqueue_task(name="website.deliver", args=[])


def _mail_due(kind: Notification.Kind, visible_at: datetime) -> datetime:
    return visible_at if kind.telling.mail == Mail.AT_ONCE else visible_at + DIGEST_AFTER
