from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from arena.core.database_clock import database_now, query_now
from arena.core.own_version import own_version
from arena.core.public_reason import without_paths
from arena.models.bounded import BoundedDateTimeField, FiniteField
from arena.models.message_field import MessageField
from arena.queue.models.installation import Installation

BEAT_SECONDS = 10.0  # between two heartbeats
SILENT_AFTER = timedelta(seconds=60)
FORGOTTEN_AFTER = timedelta(days=1)
CLOCK_ERROR_SECONDS = 5.0


class WorkerQuerySet(models.QuerySet["Worker"]):
    def awake(self) -> WorkerQuerySet:
        """Select those seen within a minute."""
        return self.filter(ended_at=None, seen_at__gte=query_now() - SILENT_AFTER)

    def silent(self) -> WorkerQuerySet:
        return self.filter(ended_at=None, seen_at__lt=query_now() - SILENT_AFTER)

    def able(self) -> WorkerQuerySet:
        """Select awake ones of an allowed version that reach the uploads: others claim nothing."""
        return self.awake().filter(version__in=Installation.allowed_versions(), uploads_problem="")

    def slots(self) -> int:
        """Count parallel matches; a host's workers share slots."""
        hosts = self.able().order_by().values("host").annotate(most=models.Max("slots"))
        return sum(host["most"] for host in hosts)

    def nobody_plays(self) -> bool:
        return not self.able().filter(slots__gt=0).exists()

    def jail_problem(self) -> str:
        """Return why no awake worker can jail bots, in words for everybody, or ""."""
        problems = [worker.play_problem for worker in self.awake() if worker.plays]
        return without_paths(problems[0]) if problems and all(problems) else ""

    def forgotten(self) -> WorkerQuerySet:
        """Select those ended or unseen for a day."""
        lost = Q(seen_at__lt=query_now() - FORGOTTEN_AFTER)
        return self.filter(lost | Q(ended_at__isnull=False))

    def forget(self) -> int:
        return self.forgotten().delete()[0]


class Worker(models.Model):
    """A worker process; `slots` 0: plays no matches.

    Times are the database's; `clock_error`: seconds the host is ahead.
    """

    host = models.CharField(max_length=120)
    process = models.PositiveIntegerField(default=0)
    started_at = BoundedDateTimeField(default=timezone.now)
    queues: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    slots = models.PositiveSmallIntegerField()
    stamp: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    problem = MessageField()
    disk_problem = MessageField()
    uploads_problem = MessageField(db_default=models.Value("", models.JSONField()))
    version = models.CharField(max_length=120, blank=True, default=own_version, db_default="")
    stopped_processes = models.PositiveSmallIntegerField(default=0)
    clock_error = FiniteField(default=0.0)
    seen_at = BoundedDateTimeField()
    ended_at = BoundedDateTimeField(null=True, blank=True)

    objects = WorkerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["host", "process"], name="worker_process"),
        ]

    def __str__(self) -> str:
        return f"{self.host}/{self.process}"

    @property
    def plays(self) -> bool:
        return self.slots > 0

    @property
    def play_problem(self) -> str:
        """The problem blocking members' bots, or ""."""
        return self.problem or self.disk_problem

    @property
    def is_clock_wrong(self) -> bool:
        return abs(self.clock_error) > CLOCK_ERROR_SECONDS

    def is_awake(self, now: datetime) -> bool:
        return self.ended_at is None and self.seen_at >= now - SILENT_AFTER


class TickStepQuerySet(models.QuerySet["TickStep"]):
    def succeeded(self, names: Iterable[str]) -> None:
        now = database_now()
        self.bulk_create(
            [TickStep(name=name, succeeded_at=now) for name in names],
            update_conflicts=True,
            unique_fields=["name"],
            update_fields=["succeeded_at"],
        )

    def failed(self, name: str) -> None:
        step, _new = self.get_or_create(name=name)
        same = self.filter(pk=step.pk)
        same.update(failures=F("failures") + 1, failed_at=database_now())

    def failing(self) -> list[str]:
        """Return steps failed within a minute."""
        since = database_now() - SILENT_AFTER
        return list(self.filter(failed_at__gte=since).order_by("pk").values_list("pk", flat=True))

    def age(self) -> float | None:
        """Return seconds since any success."""
        last: datetime | None = self.aggregate(at=models.Max("succeeded_at"))["at"]
        return None if last is None else max(0.0, (database_now() - last).total_seconds())

    def failures(self) -> Mapping[str, int]:
        return dict(self.order_by("pk").values_list("pk", "failures"))


class TickStep(models.Model):
    name = models.CharField(max_length=40, primary_key=True)
    succeeded_at = BoundedDateTimeField(null=True, blank=True)
    failures = models.PositiveBigIntegerField(default=0)
    failed_at = BoundedDateTimeField(null=True, blank=True)

    objects = TickStepQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name
