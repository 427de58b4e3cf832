"""Webhooks and their deliveries."""

from __future__ import annotations

import secrets
import uuid
from base64 import b64encode
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.models.bounded import BoundedDateTimeField
from arena.models.message_field import MessageField
from arena.queue.models.leased import DueQuerySet

SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"  # noqa: S105  no secret, only its prefix
KEPT = 20  # deliveries shown per webhook
ANSWER_MOST = 1000  # characters


def new_secret() -> str:
    """Return a secret as in Standard Webhooks."""
    return SECRET_PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def active(self) -> WebhookQuerySet:
        """Filter enabled ones of active users."""
        return self.filter(is_active=True, owner__is_active=True)


class Webhook(models.Model):
    """`secret` signs messages, so it is stored in plain. `failures` in a row switch it off."""

    class Kind(models.TextChoices):
        SIGNED = "signed", _("signed, for a program of yours")
        DISCORD = "discord", _("Discord, or a service that reads the same messages")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    kind = models.CharField(
        max_length=10, choices=Kind.choices, default=Kind.SIGNED, db_default=Kind.SIGNED.value
    )
    url = models.CharField(max_length=500)
    events: models.JSONField[list[str], list[str]] = models.JSONField()
    secret = models.CharField(max_length=80, default=new_secret)
    is_active = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    created_at = BoundedDateTimeField(auto_now_add=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.url

    @property
    def is_signed(self) -> bool:
        return self.kind == self.Kind.SIGNED

    @property
    def key(self) -> str:
        """Return what signs its messages, or nothing."""
        return self.secret if self.is_signed else ""

    @property
    def host(self) -> str:
        """Return the host, as the path may be secret."""
        return urlsplit(self.url).netloc

    def latest(self) -> DeliveryQuerySet:
        return self.deliveries.order_by("-pk")[:KEPT]

    def forget_old(self) -> None:
        kept = self.deliveries.order_by("-pk").values_list("pk", flat=True)[:KEPT]
        self.deliveries.filter(due_at=None).exclude(pk__in=list(kept)).delete()


class DeliveryQuerySet(DueQuerySet["Delivery"]):
    LEASE = "due_at"

    def due(self, now: datetime) -> DeliveryQuerySet:
        """Filter those to post now, not leased."""
        return super().due(now).order_by("due_at", "pk")

    def done_before(self, moment: datetime) -> DeliveryQuerySet:
        return self.filter(due_at=None, created_at__lt=moment).order_by("created_at")

    def waiting(self) -> DeliveryQuerySet:
        return self.filter(due_at__isnull=False)


class Delivery(models.Model):
    """A message. The row is the queue: `due_at` is set until done, moved on as lease and for
    retries.

    `message_id` is the same in all tries and resends. `status`: HTTP status, or None with an
    `error`.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.UUIDField(default=uuid.uuid4)
    event = models.CharField(max_length=30)
    body: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    due_at = BoundedDateTimeField(null=True, blank=True, default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=ANSWER_MOST, blank=True, default="")
    error = MessageField()
    created_at = BoundedDateTimeField(auto_now_add=True)
    tried_at = BoundedDateTimeField(null=True, blank=True)
    delivered_at = BoundedDateTimeField(null=True, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(
                fields=["due_at", "id"], name="delivery_due", condition=Q(due_at__isnull=False)
            ),
            models.Index(
                fields=["created_at"], name="delivery_done", condition=Q(due_at__isnull=True)
            ),
            models.Index(fields=["webhook", "-id"], name="delivery_by_webhook"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}"
