"""Create, edit and test webhooks."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils import timezone

from arena.core.errors import Refused
from arena.core.locks import lock_person
from arena.models import Notification
from arena.queue.enqueue import enqueue_task
from engine.messages import gettext_noop as _
from website.accounts.models import User
from website.notifications.discord import discord_test
from website.notifications.models import Delivery, Webhook, new_secret
from website.notifications.ssrf_guard import check_url

MOST_HOOKS = 5
MOST_WAITING = 10  # deliveries ordered by hand
TEST = "webhook.test"
EVENTS = [kind for kind in Notification.Kind if kind != Notification.Kind.WEBHOOK_STOPPED]


class HookRefused(Refused):
    """The webhook cannot be created or used like this."""


@transaction.atomic
def make_hook(
    *,
    owner: User,
    url: str,
    events: Collection[str],
    kind: Webhook.Kind = Webhook.Kind.SIGNED,
) -> Webhook:
    """Create a webhook. Raise BadDestination or HookRefused."""
    lock_person(person=owner)
    if owner.webhooks.count() >= MOST_HOOKS:
        words = _("You have %(most)d webhooks, which is the limit. Delete one first.")
        raise HookRefused(words, most=MOST_HOOKS)
    return owner.webhooks.create(kind=kind, url=_check_url(url), events=_known_events(events))


def edit_hook(*, hook: Webhook, url: str, events: Collection[str], is_active: bool) -> None:
    """Edit a webhook; enabling it resets its failures. Raise BadDestination or HookRefused."""
    hook.url, hook.events = _check_url(url), _known_events(events)
    if is_active and not hook.is_active:
        hook.failures = 0
    hook.is_active = is_active
    hook.save(update_fields=["url", "events", "failures", "is_active"])
    if not is_active:
        hook.deliveries.waiting().give_back()


def renew_secret(*, hook: Webhook) -> None:
    """Raise HookRefused if its messages are not signed."""
    if not hook.is_signed:
        raise HookRefused(_("Messages of this webhook are not signed, so it needs no secret."))
    hook.secret = new_secret()
    hook.save(update_fields=["secret"])


def send_test(*, hook: Webhook) -> Delivery:
    """Order a test message. Raise HookRefused if many wait."""
    at = timezone.now().isoformat(timespec="seconds")
    signed = {"type": TEST, "timestamp": at, "data": {}}
    return _order(hook, event=TEST, body=signed if hook.is_signed else discord_test(hook.owner))


def send_again(*, delivery: Delivery) -> Delivery:
    """Order a message again, with its id. Raise HookRefused if many wait."""
    return _order(
        delivery.webhook,
        event=delivery.event,
        body=delivery.body,
        message_id=delivery.message_id,
    )


@transaction.atomic
def _order(hook: Webhook, **fields: Any) -> Delivery:
    hook = Webhook.objects.select_for_update().get(pk=hook.pk)
    if not hook.is_active:
        raise HookRefused(_("This webhook is disabled. Enable it first."))
    if hook.deliveries.waiting().count() >= MOST_WAITING:
        raise HookRefused(_("Many messages are already waiting. Wait until they are delivered."))
    delivery = hook.deliveries.create(**fields)
    hook.forget_old()
    enqueue_task(name="website.deliver", args=[])
    return delivery


def _check_url(url: str) -> str:
    check_url(url)
    return url


def _known_events(events: Collection[str]) -> list[str]:
    known = [str(kind) for kind in EVENTS if kind in events]
    if not known:
        raise HookRefused(_("Choose at least one event."))
    return known
