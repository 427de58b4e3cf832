from collections.abc import Mapping
from datetime import datetime
from typing import Any

from arena.actions.workers.enqueue import enqueue_task
from arena.database_clock import database_now
from arena.models import Notice, NoticeWishes
from arena.models.notices import AT_ONCE, DIGEST_AFTER, Channel


def notify(
    *,
    kind: Notice.Kind,
    about: str,
    people: Mapping[int, dict[str, Any]],
    shows_at: datetime | None = None,
) -> None:
    """Write notifications, user id -> JSON-ready params, in the caller's transaction.

    The rows are the queue. Hidden until `shows_at`; repeated before, the params are replaced.
    """
    now = database_now()
    at = max(shows_at or now, now)
    unseen = Notice.objects.filter(user__in=people, kind=kind, about=about, shows_at__gt=now)
    waiting = {notice.user_id: notice for notice in unseen}
    for user, notice in waiting.items():
        notice.params, notice.shows_at = people[user], at
        notice.mail_due_at = _mail_due(kind, at) if notice.mail_due_at else None
    Notice.objects.bulk_update(waiting.values(), ["params", "shows_at", "mail_due_at"])
    wishes = {one.user_id: one for one in NoticeWishes.objects.filter(user__in=people)}
    Notice.objects.bulk_create(
        _notice(wishes.get(user) or NoticeWishes(), kind, about, at, user_id=user, params=params)
        for user, params in people.items()
        if user not in waiting
    )
    enqueue_task(name="website.deliver", args=[])


def _notice(
    wishes: NoticeWishes, kind: Notice.Kind, about: str, at: datetime, **whom: Any
) -> Notice:
    channels = wishes.of(kind)
    return Notice(
        kind=kind,
        about=about,
        shows_at=at,
        on_site=Channel.SITE in channels,
        mail_due_at=_mail_due(kind, at) if Channel.MAIL in channels else None,
        **whom,
    )


def _mail_due(kind: Notice.Kind, at: datetime) -> datetime:
    return at if kind in AT_ONCE else at + DIGEST_AFTER
