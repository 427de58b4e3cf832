"""What organisers did, when and why."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models


class Action(models.Model):
    """One line of the audit log. It is written once and never changed.

    `verb` is the name of the action that did it, such as `void_match`; `target` is what it was done
    to, as `match 7`; without an `actor` it was the platform itself.
    """

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="actions",
        null=True,
        blank=True,
    )
    verb = models.CharField(max_length=40)
    target = models.CharField(max_length=80)
    reason = models.TextField(blank=True, default="")
    details: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["target", "-id"], name="action_by_target"),
            models.Index(fields=["verb", "-id"], name="action_by_verb"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.target}"
