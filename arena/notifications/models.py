from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from arena.models.bounded import BoundedDateTimeField
from arena.models.message_field import ReportField
from arena.notifications import kinds
from arena.queue.models.leased import DueQuerySet

SENT_ONCE = "bot.faulted"  # its row is kept, so that it is sent once only
DIGEST_AFTER = timedelta(hours=1)  # how long mails that may wait are collected for one


class NotificationQuerySet(DueQuerySet["Notification"]):
    LEASE = "mail_due_at"

    def shown(self, now: datetime | Now) -> NotificationQuerySet:
        return self.filter(in_app=True, visible_at__lte=now)

    def unread(self, now: datetime | Now) -> NotificationQuerySet:
        return self.shown(now).filter(read_at=None)

    def to_post(self, now: datetime) -> NotificationQuerySet:
        """Select those whose webhooks are to be looked up."""
        return self.filter(posted_at=None, visible_at__lte=now).order_by("visible_at", "pk")

    def read_before(self, moment: datetime) -> NotificationQuerySet:
        """Select read and fully sent ones."""
        return self._sent().filter(read_at__lt=moment).order_by("read_at")

    def off_site_before(self, moment: datetime) -> NotificationQuerySet:
        """Select old ones fully sent and not on the site."""
        return self._sent().filter(in_app=False, visible_at__lt=moment).order_by("visible_at")

    def _sent(self) -> NotificationQuerySet:
        return self.filter(posted_at__isnull=False, mail_due_at=None).exclude(kind=SENT_ONCE)

    def to_mail(self, now: datetime) -> NotificationQuerySet:
        """Select due mails that nobody is sending."""
        return super().due(now).order_by("mail_due_at", "pk")

    def due(self, now: datetime) -> NotificationQuerySet:
        """Select mails that are due, and all that were never tried: a digest takes them along."""
        waiting = self.filter(mail_due_at__isnull=False, visible_at__lte=now)
        return waiting.filter(Q(mail_due_at__lte=now) | Q(mail_tries=0))


class Notification(models.Model):
    """A notification; the row queues its mail and webhooks.

    Hidden before `visible_at`; `mail_due_at` is also lease and retry time.
    """

    Kind: TypeAlias = kinds.Kind

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications"
    )
    kind = models.CharField(max_length=30)  # a Kind; without choices, a new one needs no migration
    about = models.CharField(max_length=80)
    params: models.JSONField[dict[str, Any], dict[str, Any]] = ReportField(default=dict)
    in_app = models.BooleanField(default=True)
    created_at = BoundedDateTimeField(default=timezone.now)
    visible_at = BoundedDateTimeField(default=timezone.now)
    read_at = BoundedDateTimeField(null=True, blank=True)
    mail_due_at = BoundedDateTimeField(null=True, blank=True)
    mail_tries = models.PositiveSmallIntegerField(default=0)
    mailed_at = BoundedDateTimeField(null=True, blank=True)
    posted_at = BoundedDateTimeField(null=True, blank=True)

    objects = NotificationQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["user", "-id"], name="notification_by_user"),
            models.Index(fields=["user", "kind", "-id"], name="notification_by_kind"),
            models.Index(fields=["user", "about", "kind", "-id"], name="notification_by_matter"),
            models.Index(
                fields=["user", "visible_at"],
                name="notification_unread",
                condition=Q(in_app=True, read_at=None),
            ),
            models.Index(
                fields=["visible_at", "id"],
                name="notification_to_post",
                condition=Q(posted_at=None),
            ),
            models.Index(
                fields=["mail_due_at", "id"],
                name="notification_to_mail",
                condition=Q(mail_due_at__isnull=False),
            ),
            models.Index(
                fields=["read_at"],
                name="notification_read",
                condition=Q(read_at__isnull=False) & ~Q(kind=SENT_ONCE),
            ),
            models.Index(
                fields=["visible_at"],
                name="notification_off_site",
                condition=Q(in_app=False) & ~Q(kind=SENT_ONCE),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} about {self.about}"


class NotificationPreferences(models.Model):
    """Settings: kind -> channels, where not the default."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notification_preferences"
    )
    channels: models.JSONField[dict[str, list[str]], dict[str, list[str]]] = models.JSONField(
        default=dict
    )

    class Meta:
        verbose_name_plural = "notification preferences"

    def __str__(self) -> str:
        return f"what {self.user} wants to be told"

    def of(self, kind: str) -> list[str]:
        return self.channels.get(kind, kinds.default_channels(kind))
