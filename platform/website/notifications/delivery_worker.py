"""Send due notifications by webhook and mail. The rows are the queue.

Moving `due` on first is lease and retry, so another delivery worker takes over from a dead one.
Mail goes out once unless a worker dies before noting it; webhooks then get the same id again.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from arena.core.database_clock import database_now
from arena.models import Notification
from arena.notifications.notify import notify
from website.accounts.models import User
from website.accounts.preferences import zone_of
from website.notifications.discord import discord_body
from website.notifications.models import Delivery, Webhook
from website.notifications.webhook_client import Answer, WebhookRequest, post
from website.notifications.words import notification_line, subject

AT_ONCE = 20  # simultaneous webhook requests; mails per round
NOTIFICATIONS_AT_ONCE = 200
WAITS = [timedelta(seconds=seconds) for seconds in (10, 60, 300, 1800, 7200)]  # after each failure
LEASE = timedelta(seconds=60)
MAIL_TRIES = 6
FAILURES_MOST = 15  # failures in a row that stop a webhook
GONE = 410
OUTCOME = (
    "status",
    "answer",
    "error",
    "tried_at",
    "delivered_at",
)  # set by a try
log = structlog.get_logger(__name__)


def send_all(*, now: datetime | None = None) -> bool:
    """Send some of what is due; return whether there may be more."""
    now = now or database_now()
    looked_up = look_up_hooks(now=now)
    mails = mail_people(now=now)
    posts = post_deliveries(now=now)
    return looked_up == NOTIFICATIONS_AT_ONCE or AT_ONCE in {mails, posts}


@transaction.atomic
def look_up_hooks(*, now: datetime) -> int:
    """Create deliveries of new notifications."""
    skips = connection.features.has_select_for_update_skip_locked
    new = list(
        Notification.objects.to_post(now).select_for_update(skip_locked=skips)[
            :NOTIFICATIONS_AT_ONCE
        ]
    )
    hooks: dict[int, list[Webhook]] = {}
    owners = {notification.user_id for notification in new}
    for hook in Webhook.objects.active().filter(owner__in=owners).select_related("owner"):
        hooks.setdefault(hook.owner_id, []).append(hook)
    Delivery.objects.bulk_create(
        Delivery(
            webhook=hook,
            event=notification.kind,
            body=body_for(hook, notification),
            due_at=now,
        )
        for notification in new
        for hook in hooks.get(notification.user_id, [])
        if notification.kind in hook.events
    )
    Notification.objects.filter(pk__in=[notification.pk for notification in new]).update(
        posted_at=now
    )
    for hook in {hook.pk: hook for several in hooks.values() for hook in several}.values():
        hook.forget_old()
    return len(new)


def body_for(hook: Webhook, notification: Notification) -> dict[str, Any]:
    if hook.is_signed:
        return body_of(notification)
    return discord_body(notification, hook.owner)


def body_of(notification: Notification) -> dict[str, Any]:
    visible_at = notification.visible_at.isoformat(timespec="seconds")
    data = notification.params | {"url": notification_line(notification).url}
    return {"type": notification.kind, "timestamp": visible_at, "data": data}


def mail_people(*, now: datetime) -> int:
    """Mail due notifications, one mail per person; return the number of people."""
    if not settings.EMAIL_URL:
        Notification.objects.to_mail(now).give_back()
        return 0
    users = list(
        Notification.objects.to_mail(now).values_list("user", flat=True)[:NOTIFICATIONS_AT_ONCE]
    )
    chosen = list(dict.fromkeys(users))[:AT_ONCE]
    for user in chosen:
        if leased := _lease_mail(user, now):
            _send_mail(leased)
    return len(chosen)


@transaction.atomic
def _lease_mail(user: int, now: datetime) -> list[Notification]:
    """Lease a person's waiting notifications if one is due; give up after MAIL_TRIES.

    Skip leased ones and retries: no two mails may contain the same.
    """
    free = Notification.objects.due(now).filter(user=user)
    mine = list(free.select_for_update().order_by("pk"))
    if not any(row.mail_due_at and row.mail_due_at <= now for row in mine):
        return []
    tries = max(row.mail_tries for row in mine)
    due = now + (LEASE if tries == 0 else WAITS[min(tries, len(WAITS)) - 1] + LEASE)
    is_last = tries + 1 >= MAIL_TRIES
    until = None if is_last else due
    Notification.objects.claim(*mine, now=now, until=until, mail_tries=F("mail_tries") + 1)
    return mine


def _send_mail(notifications: list[Notification]) -> None:
    try:
        is_sent = send_mail(notifications=notifications)
    except OSError as error:  # smtplib's errors among them
        log.warning("mail_failed", user=notifications[0].user_id, error=str(error))
        return
    mailed_at = database_now() if is_sent else None
    ids = [notification.pk for notification in notifications]
    Notification.objects.filter(pk__in=ids).give_back(mailed_at=mailed_at)


def post_deliveries(*, now: datetime) -> int:
    """Post due deliveries in parallel; return their number."""
    mine = []
    for delivery in Delivery.objects.due(now).select_related("webhook__owner")[:AT_ONCE]:
        delivery.tries += 1
        if Delivery.objects.claim(delivery, now=now, until=now + LEASE, tries=delivery.tries):
            mine.append(delivery)
    answers = _post_all(mine)
    for delivery, answer in zip(mine, answers, strict=True):
        note(delivery=delivery, answer=answer)
    return len(mine)


def _post_all(deliveries: list[Delivery]) -> list[Answer]:
    """Run the event loop in its own thread, as ours may have one; never wait for hung DNS."""
    requests = [
        WebhookRequest(
            delivery.webhook.url,
            delivery.webhook.key,
            delivery.message_id,
            delivery.body,
            delivery.tries,
        )
        for delivery in deliveries
    ]

    names = ThreadPoolExecutor(AT_ONCE)

    async def all_of_them() -> list[Answer]:
        return await asyncio.gather(*(post(request, names) for request in requests))

    try:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, all_of_them()).result()
    finally:
        names.shutdown(wait=False, cancel_futures=True)


@transaction.atomic
def note(*, delivery: Delivery, answer: Answer) -> None:
    """Store the outcome, plan a retry, switch off a failing webhook; skip removed deliveries."""
    now = database_now()
    hook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if hook is None:
        return
    delivery.status, delivery.answer, delivery.error = answer
    delivery.tried_at = now
    is_over = answer.is_good or delivery.tries > len(WAITS) or not hook.is_active
    delivery.delivered_at = now if answer.is_good else None
    hook.deliveries.filter(pk=delivery.pk).give_back(
        until=None if is_over else now + WAITS[delivery.tries - 1],
        **{name: getattr(delivery, name) for name in OUTCOME},
    )
    hook.failures = 0 if answer.is_good else hook.failures + 1
    hook.save(update_fields=["failures"])
    if hook.is_active and (hook.failures >= FAILURES_MOST or answer.status == GONE):
        hook.is_active = False
        hook.save(update_fields=["is_active"])
        hook.deliveries.waiting().give_back()
        notify(
            kind=Notification.Kind.WEBHOOK_STOPPED,
            about=f"webhook {hook.pk}",
            people={hook.owner_id: {"webhook": hook.pk, "host": hook.host}},
        )


MOST_OF_SUBJECT = 150


def send_mail(*, notifications: list[Notification]) -> bool:
    """Mail one person's notifications; return whether there was an address. Raise OSError.

    Only active users with verified addresses get mail.
    """
    user = User.objects.get(pk=notifications[0].user_id)
    address = EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
    if address is None or not user.is_active:
        return False
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_of(user)):
        mail_of(user, address.email, notifications).send()
    return True


def mail_of(user: User, address: str, notifications: list[Notification]) -> EmailMessage:
    lines = [notification_line(notification) for notification in notifications]
    choices = urljoin(settings.SITE_URL, reverse("accounts:notifications"))
    site = urlsplit(settings.SITE_URL).hostname
    words = gettext("Kingsbench, %(site)s, to %(name)s. Choose your notifications:")
    foot = f"{words % {'site': site, 'name': user.username}}\n{choices}"
    text = render_to_string("notifications/mail.txt", {"lines": lines, "foot": foot})
    head = f"[Kingsbench] {subject(lines)}"
    return EmailMessage(
        " ".join(head.split())[:MOST_OF_SUBJECT],
        text,
        to=[address],
        headers={
            "Message-ID": f"<news-{user.pk}-{notifications[0].pk}-{notifications[-1].pk}@{site}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{choices}>",
        },
    )
