"""Claims hold rows until a lease ends; each change is one UPDATE."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from arena.core.database_clock import database_now
from arena.core.hosts import is_gone
from arena.models.bounded import BoundedDateTimeField

MOST_TRIES = 3  # host failures after which games are given up
REST_SECONDS = 2.0  # before the second try; doubled before the third, and so on
MOST_REST_SECONDS = 600.0


class ClaimLost(Exception):
    """The claim is over: its lease ran out."""


class Leased(models.Model):
    """A row held by one claim, `worker`, at a time."""

    worker = models.CharField(max_length=160, blank=True, default="")
    lease_until = BoundedDateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    @abstractmethod
    def lease(self) -> timedelta:
        """Return how long a worker may be silent."""


class LeasedPlay(Leased):
    """Games of bots, tried again after host failures."""

    limits: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    tries = models.PositiveSmallIntegerField(default=0)
    not_before = BoundedDateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def longest_answer(self) -> float:
        """CPU seconds."""
        return max(float(self.limits.get(key, 2.0)) for key in ("start_cpu", "decision_cpu"))

    @property
    def rest(self) -> timedelta:
        """The wait after a failed try."""
        doubled = REST_SECONDS * 2 ** min(self.tries - 1, 10)
        return timedelta(seconds=min(doubled, MOST_REST_SECONDS))


Row = TypeVar("Row", bound=models.Model)
Held = TypeVar("Held", bound=Leased)


class DueQuerySet(models.QuerySet[Row]):
    """Rows due at the time in `LEASE`; a claim moves it on."""

    LEASE: ClassVar[str]

    def due(self, now: datetime) -> Self:
        """Select what may be claimed."""
        return self.filter(**{f"{self.LEASE}__lte": now})

    def claim(self, *rows: Row, now: datetime, until: datetime | None, **changes: Any) -> int:
        """Claim these rows if due; return the number won."""
        due = self.due(now).filter(pk__in=[row.pk for row in rows])
        return due.update(**{self.LEASE: until}, **changes)

    def give_back(self, *, until: datetime | None = None, **changes: Any) -> int:
        """End claims; rows are due again at `until`."""
        return self.update(**{self.LEASE: until}, **changes)


class LeasedQuerySet(DueQuerySet[Held]):
    """Rows of `Leased` models."""

    LEASE = "lease_until"

    def held(self) -> Self:
        return self.exclude(worker="")

    def held_by(self, worker: str) -> Self:
        return self.held().filter(worker=worker)

    def claimed(self, row: Held) -> Self:
        """Select this row while its claim holds."""
        return self.held_by(row.worker).filter(pk=row.pk)

    def overdue(self, now: datetime) -> Self:
        return self.held().filter(lease_until__lt=now)

    def ended(self) -> list[Held]:
        """Return rows whose process on this host has ended."""
        return [row for row in self.held() if is_gone(row.worker)]

    def claim(self, *rows: Held, now: datetime, until: datetime | None, **changes: Any) -> int:
        """Change the rows here, too."""
        won = super().claim(*rows, now=now, until=until, **changes)
        for row in rows if won else ():
            for name, value in (changes | {self.LEASE: until}).items():
                setattr(row, name, value)
        return won

    def renew(self, row: Held, **changes: Any) -> None:
        """Extend the lease. Raises ClaimLost."""
        until = database_now() + row.lease
        if not self.claimed(row).update(lease_until=until, **changes):
            raise _claim_lost(row)
        row.lease_until = until

    def finish(self, row: Held, **changes: Any) -> None:
        """End the claim, keeping its name. Raises ClaimLost."""
        if not self.claimed(row).update(lease_until=None, **changes):
            raise _claim_lost(row)
        for name, value in (changes | {"lease_until": None}).items():
            setattr(row, name, value)

    def lock_claimed(self, row: Held) -> Held:
        """Lock and reload a row. Raises ClaimLost."""
        held = self.claimed(row).select_for_update().first()
        if held is None:
            raise _claim_lost(row)
        return held

    def give_back(self, *, until: datetime | None = None, **changes: Any) -> int:
        return super().give_back(until=until, worker="", **changes)


class LeasedPlayQuerySet(LeasedQuerySet[Held]):
    def rested(self, now: datetime | Now) -> Self:
        return self.filter(Q(not_before__isnull=True) | Q(not_before__lte=now))


def reap(rows: Iterable[Held], give_back: Callable[[Held], Held]) -> list[Held]:
    """Return rows given back, skipping lost claims."""
    reaped = []
    for row in rows:
        try:
            reaped.append(give_back(row))
        except ClaimLost:
            continue
    return reaped


def _claim_lost(row: Leased) -> ClaimLost:
    return ClaimLost(f"{row._meta.verbose_name} {row.pk} is no longer held by {row.worker}")
