"""The worker processes, and the steps of the tick: who is awake, and what fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from arena.database_clock import database_now
from arena.models.bounded import FiniteField, MomentField

BEAT_SECONDS = 10.0  # between two signs of life of a worker
SILENT_AFTER = timedelta(seconds=60)
FORGOTTEN_AFTER = timedelta(days=1)
CLOCK_ERROR_SECONDS = 5.0


class WorkerQuerySet(models.QuerySet["Worker"]):
    """Sets of worker processes."""

    def awake(self) -> WorkerQuerySet:
        """Those heard of in the last minute."""
        return self.filter(ended_at=None, seen_at__gte=database_now() - SILENT_AFTER)

    def silent(self) -> WorkerQuerySet:
        """Those that should be heard of, and were not."""
        return self.filter(ended_at=None, seen_at__lt=database_now() - SILENT_AFTER)

    def slots(self) -> int:
        """How many matches can be played at once: workers of one host share its slots."""
        hosts = self.awake().order_by().values("host").annotate(most=models.Max("slots"))
        return sum(one["most"] for one in hosts)

    def nobody_plays(self) -> bool:
        """Is no worker awake that plays matches?"""
        return not self.awake().filter(slots__gt=0).exists()

    def jail_problem(self) -> str:
        """Why no bot can be jailed: empty where a worker can, or where none has spoken yet."""
        problems = [one.play_problem for one in self.awake() if one.plays]
        return problems[0] if problems and all(problems) else ""

    def forgotten(self) -> WorkerQuerySet:
        """Those that have ended, or were not heard of for a day."""
        lost = Q(seen_at__lt=database_now() - FORGOTTEN_AFTER)
        return self.filter(lost | Q(ended_at__isnull=False))

    def forget(self) -> int:
        """Remove those; says how many."""
        return self.forgotten().delete()[0]


class Worker(models.Model):
    """A worker process: what it takes, when it was last heard of, and what is wrong with it.

    `slots` is the number of matches that its host plays at once; 0: it plays none. All times are
    the database's. `clock_error` is by how many seconds the host's clock is ahead of it.
    """

    host = models.CharField(max_length=120)
    process = models.PositiveIntegerField(default=0)
    started_at = MomentField(default=timezone.now)
    queues: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    slots = models.PositiveSmallIntegerField()
    stamp: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    problem = models.TextField(blank=True, default="")
    disk_problem = models.TextField(blank=True, default="")
    stopped_processes = models.PositiveSmallIntegerField(default=0)
    clock_error = FiniteField(default=0.0)
    seen_at = MomentField()
    ended_at = MomentField(null=True, blank=True)

    objects = WorkerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["host", "process"], name="worker_process"),
        ]

    def __str__(self) -> str:
        return f"{self.host}/{self.process}"

    @property
    def plays(self) -> bool:
        """Does it play matches?"""
        return self.slots > 0

    @property
    def play_problem(self) -> str:
        """Why it plays no strangers' bots at the moment; empty: it does."""
        return self.problem or self.disk_problem

    @property
    def is_clock_wrong(self) -> bool:
        """Is its host's clock off the database's by more than a few seconds?"""
        return abs(self.clock_error) > CLOCK_ERROR_SECONDS

    def is_awake(self, now: datetime) -> bool:
        """Was it heard of in the minute before `now`?"""
        return self.ended_at is None and self.seen_at >= now - SILENT_AFTER


class TickStepQuerySet(models.QuerySet["TickStep"]):
    """Sets of steps."""

    def succeeded(self, names: Iterable[str]) -> None:
        """Note that these steps have just ended well."""
        now = database_now()
        self.bulk_create(
            [TickStep(name=name, succeeded_at=now) for name in names],
            update_conflicts=True,
            unique_fields=["name"],
            update_fields=["succeeded_at"],
        )

    def failed(self, name: str) -> None:
        """Count a failure of this step."""
        step, _new = self.get_or_create(name=name)
        same = self.filter(pk=step.pk)
        same.update(failures=F("failures") + 1, failed_at=database_now())

    def failing(self) -> list[str]:
        """The names of those that have failed within the last minute."""
        since = database_now() - SILENT_AFTER
        return list(self.filter(failed_at__gte=since).order_by("pk").values_list("pk", flat=True))

    def age(self) -> float | None:
        """Seconds since the last tick in which anything ended well; None: there was none yet."""
        last: datetime | None = self.aggregate(at=models.Max("succeeded_at"))["at"]
        return None if last is None else max(0.0, (database_now() - last).total_seconds())

    def failures(self) -> Mapping[str, int]:
        """How often each step has failed since the platform was set up."""
        return dict(self.order_by("pk").values_list("pk", "failures"))


class TickStep(models.Model):
    """A step of the tick: when it last ended well, and how often it has failed."""

    name = models.CharField(max_length=40, primary_key=True)
    succeeded_at = MomentField(null=True, blank=True)
    failures = models.PositiveBigIntegerField(default=0)
    failed_at = MomentField(null=True, blank=True)

    objects = TickStepQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name
