"""What the machines that play have said of themselves."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone

SILENT_AFTER = timedelta(seconds=60)


HEARD_LATELY = timedelta(seconds=10)


class WorkerQuerySet(models.QuerySet["Worker"]):
    """Sets of workers."""

    def awake(self) -> WorkerQuerySet:
        """Those heard of in the last minute."""
        return self.filter(seen_at__gte=timezone.now() - SILENT_AFTER)

    def heard_lately(self, host: str) -> bool:
        """Is it too early for that host to say once more that it is awake?"""
        since = timezone.now() - HEARD_LATELY
        return self.filter(host=host, seen_at__gte=since).exists()

    def hear(self, host: str) -> None:
        """That host works, so it is awake. Written once in ten seconds, however often said."""
        now = timezone.now()
        self.filter(host=host, seen_at__lt=now - HEARD_LATELY).update(seen_at=now)

    def jail_problem(self) -> str:
        """Why no bot can be jailed: empty where a worker can, or where none has spoken yet."""
        problems = list(self.awake().values_list("problem", flat=True))
        return problems[0] if problems and all(problems) else ""


class Worker(models.Model):
    """A machine that plays matches: when it was last heard of, and how it jails bots."""

    host = models.CharField(max_length=120, unique=True)
    slots = models.PositiveSmallIntegerField()
    stamp: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    problem = models.TextField(blank=True, default="")
    seen_at = models.DateTimeField()

    objects = WorkerQuerySet.as_manager()

    def __str__(self) -> str:
        return self.host

    def is_awake(self, now: datetime) -> bool:
        """Was it heard of in the last minute?"""
        return self.seen_at >= now - SILENT_AFTER
