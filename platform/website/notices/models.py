"""Webhooks, and what was posted to them."""

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

from arena.models.bounded import MomentField

SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"  # noqa: S105  it begins every secret, and is none
KEPT = 20  # deliveries of a webhook that its owner can look at
ANSWER_MOST = 1000  # characters of an answer that are kept


def new_secret() -> str:
    """A secret as the Standard Webhooks write it: a prefix, and 32 random bytes in base64."""
    return SECRET_PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


class WebhookQuerySet(models.QuerySet["Webhook"]):
    """Sets of webhooks."""

    def active(self) -> WebhookQuerySet:
        """Those that are switched on, of people who may log in."""
        return self.filter(is_active=True, owner__is_active=True)


class Webhook(models.Model):
    """An address of its owner's that is told of events.

    The secret signs what is posted, so it is kept as it is; its owner sees it once. `failures`
    counts attempts that failed in a row; after too many it is switched off.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.CharField(max_length=500)
    events: models.JSONField[list[str], list[str]] = models.JSONField()
    secret = models.CharField(max_length=80, default=new_secret)
    is_active = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    created_at = MomentField(auto_now_add=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.url

    @property
    def host(self) -> str:
        """Where it leads, without what may be secret in its path."""
        return urlsplit(self.url).netloc

    def latest(self) -> DeliveryQuerySet:
        """What its owner can look at, the newest first."""
        return self.deliveries.order_by("-pk")[:KEPT]

    def forget_old(self) -> None:
        """Keep no more of what was delivered than its owner can look at."""
        kept = self.deliveries.order_by("-pk").values_list("pk", flat=True)[:KEPT]
        self.deliveries.filter(due_at=None).exclude(pk__in=list(kept)).delete()


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    """Sets of deliveries."""

    def due(self, now: datetime) -> DeliveryQuerySet:
        """Those to be posted, which nobody is just posting."""
        return self.filter(due_at__lte=now).order_by("due_at", "pk")

    def done_before(self, moment: datetime) -> DeliveryQuerySet:
        """Those that were ordered before then and are done with."""
        return self.filter(due_at=None, created_at__lt=moment).order_by("created_at")

    def waiting(self) -> DeliveryQuerySet:
        """Those that are not done with."""
        return self.filter(due_at__isnull=False)


class Delivery(models.Model):
    """One message to a webhook. The row is the queue: `due_at` is set until it is done with, and
    moved on by whoever posts it, as a lease and for another try.

    `message_id` stays the same over all tries and when it is sent again by hand, so that a receiver
    can tell that it has had it. `status` is the code of the latest answer; None: there was none,
    and `error` says why.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.UUIDField(default=uuid.uuid4)
    event = models.CharField(max_length=30)
    body: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    due_at = MomentField(null=True, blank=True, default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=ANSWER_MOST, blank=True, default="")
    error = models.CharField(max_length=300, blank=True, default="")
    created_at = MomentField(auto_now_add=True)
    tried_at = MomentField(null=True, blank=True)
    delivered_at = MomentField(null=True, blank=True)

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
