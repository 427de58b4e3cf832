"""Send what waits: notices to webhooks and by e-mail. The rows are the queue.

Whoever sends something moves its `due` on first, which is a lease and the next try at once: what a
courier that died had taken is sent by another one later. Mail therefore goes out once, unless a
courier dies between sending it and noting so; a webhook gets the same id again in that case.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q

from arena.actions.notifications.notify import notify
from arena.database_clock import database_now
from arena.models import Notice
from website.notices import words
from website.notices.mails import send_mail
from website.notices.models import Delivery, Webhook
from website.notices.posting import Answer, Letter, post

AT_ONCE = 20  # posts that are under way at the same time, and mails of one round
NOTICES = 200
WAITS = [timedelta(seconds=one) for one in (10, 60, 300, 1800, 7200)]  # after each failed try
LEASE = timedelta(seconds=60)
MAIL_TRIES = 6
FAILURES_MOST = 15  # in a row, then a webhook is switched off
GONE = 410
OUTCOME = ("status", "answer", "error", "tried_at", "due_at", "delivered_at")  # of a try
log = structlog.get_logger(__name__)


def send_all(*, now: datetime | None = None) -> bool:
    """Send some of what is due; says whether there may be more."""
    now = now or database_now()
    found = look_up_hooks(now=now)
    mails = mail_people(now=now)
    posts = post_deliveries(now=now)
    return found == NOTICES or AT_ONCE in {mails, posts}


@transaction.atomic
def look_up_hooks(*, now: datetime) -> int:
    """Order a delivery for each webhook that wants to be told of a new notice."""
    skips = connection.features.has_select_for_update_skip_locked
    new = list(Notice.objects.to_post(now).select_for_update(skip_locked=skips)[:NOTICES])
    hooks: dict[int, list[Webhook]] = {}
    for hook in Webhook.objects.active().filter(owner__in={one.user_id for one in new}):
        hooks.setdefault(hook.owner_id, []).append(hook)
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, event=one.kind, body=body_of(one), due_at=now)
        for one in new
        for hook in hooks.get(one.user_id, [])
        if one.kind in hook.events
    )
    Notice.objects.filter(pk__in=[one.pk for one in new]).update(posted_at=now)
    for hook in {hook.pk: hook for several in hooks.values() for hook in several}.values():
        hook.forget_old()
    return len(new)


def body_of(notice: Notice) -> dict[str, Any]:
    """What a webhook is sent: type, moment, and data with the page's address."""
    at = notice.shows_at.isoformat(timespec="seconds")
    data = notice.params | {"url": words.told(notice).url}
    return {"type": notice.kind, "timestamp": at, "data": data}


def mail_people(*, now: datetime) -> int:
    """Write to those for whom a mail is due, all that waits for each in one; says to how many."""
    if not settings.EMAIL_URL:
        Notice.objects.to_mail(now).update(mail_due_at=None)
        return 0
    users = list(Notice.objects.to_mail(now).values_list("user", flat=True)[:NOTICES])
    chosen = list(dict.fromkeys(users))[:AT_ONCE]
    for user in chosen:
        if taken := _taken(user, now):
            _mail(taken)
    return len(chosen)


@transaction.atomic
def _taken(user: int, now: datetime) -> list[Notice]:
    """All that waits for this person, taken by us if something is due; given up after some tries.

    What is leased or waits after a failed try is left out, so that no two mails hold the same.
    """
    waiting = Notice.objects.filter(user=user, mail_due_at__isnull=False, shows_at__lte=now)
    free = waiting.filter(Q(mail_due_at__lte=now) | Q(mail_tries=0))
    mine = list(free.select_for_update().order_by("pk"))
    if not any(one.mail_due_at and one.mail_due_at <= now for one in mine):
        return []
    tries = max(one.mail_tries for one in mine)
    due = now + (LEASE if tries == 0 else WAITS[min(tries, len(WAITS)) - 1] + LEASE)
    is_last = tries + 1 >= MAIL_TRIES
    Notice.objects.filter(pk__in=[one.pk for one in mine]).update(
        mail_due_at=None if is_last else due, mail_tries=F("mail_tries") + 1
    )
    return mine


def _mail(notices: list[Notice]) -> None:
    try:
        is_sent = send_mail(notices=notices)
    except OSError as error:  # smtplib's errors among them
        log.warning("mail_failed", user=notices[0].user_id, error=str(error))
        return
    at = database_now() if is_sent else None
    ids = [one.pk for one in notices]
    Notice.objects.filter(pk__in=ids).update(mail_due_at=None, mailed_at=at)


def post_deliveries(*, now: datetime) -> int:
    """Post what is due, at the same time, and note the answers; says how many."""
    due = Delivery.objects.due(now).select_related("webhook__owner")[:AT_ONCE]
    mine = [one for one in due if _is_mine(one, now)]
    answers = _posted(mine)
    for delivery, answer in zip(mine, answers, strict=True):
        note(delivery=delivery, answer=answer)
    return len(mine)


def _is_mine(delivery: Delivery, now: datetime) -> bool:
    """Take it, unless another courier was faster."""
    free = Delivery.objects.filter(pk=delivery.pk, due_at=delivery.due_at)
    delivery.tries += 1
    return bool(free.update(due_at=now + LEASE, tries=delivery.tries))


def _posted(deliveries: list[Delivery]) -> list[Answer]:
    """The answers. The loop runs in a thread of its own: ours may have one already. A name server
    that never answers is not waited for."""
    letters = [
        Letter(one.webhook.url, one.webhook.secret, one.message_id, one.body, one.tries)
        for one in deliveries
    ]

    names = ThreadPoolExecutor(AT_ONCE)

    async def all_of_them() -> list[Answer]:
        return await asyncio.gather(*(post(one, names) for one in letters))

    try:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, all_of_them()).result()
    finally:
        names.shutdown(wait=False, cancel_futures=True)


@transaction.atomic
def note(*, delivery: Delivery, answer: Answer) -> None:
    """Keep what came of a try, plan the next one, and switch off what fails for ever. Of what was
    removed meanwhile nothing is kept."""
    now = database_now()
    hook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if hook is None:
        return
    delivery.status, delivery.answer, delivery.error = answer
    delivery.tried_at = now
    is_over = answer.is_good or delivery.tries > len(WAITS) or not hook.is_active
    delivery.due_at = None if is_over else now + WAITS[delivery.tries - 1]
    delivery.delivered_at = now if answer.is_good else None
    hook.deliveries.filter(pk=delivery.pk).update(
        **{name: getattr(delivery, name) for name in OUTCOME}
    )
    hook.failures = 0 if answer.is_good else hook.failures + 1
    hook.save(update_fields=["failures"])
    if hook.is_active and (hook.failures >= FAILURES_MOST or answer.status == GONE):
        _switch_off(hook)


def _switch_off(hook: Webhook) -> None:
    hook.is_active = False
    hook.save(update_fields=["is_active"])
    hook.deliveries.waiting().update(due_at=None)
    notify(
        kind=Notice.Kind.WEBHOOK_STOPPED,
        about=f"webhook {hook.pk}",
        people={hook.owner_id: {"webhook": hook.pk, "host": hook.host}},
    )
