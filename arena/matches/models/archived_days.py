"""Public matches of a day in one file, for everybody."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db import models
from django.db.models import Q

from arena.matches.models.matches import OPEN, Match
from arena.matches.referee.dataset import SUFFIX
from arena.models.bounded import BoundedDateTimeField


class ArchivedDayQuerySet(models.QuerySet["ArchivedDay"]):
    def end(self) -> datetime | None:
        """Return the end of the newest day."""
        newest = self.order_by("-day").values_list("day", flat=True).first()
        return span(newest)[1] if newest else None


class ArchivedDay(models.Model):
    """A day (UTC); the object is written before the row."""

    day = models.DateField(primary_key=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    matches = models.PositiveIntegerField()
    decisions = models.PositiveBigIntegerField()
    left_out = models.PositiveIntegerField(
        help_text="Public matches beyond the limit, or of other rules."
    )
    made_at = BoundedDateTimeField()

    objects = ArchivedDayQuerySet.as_manager()

    class Meta:
        ordering = ["-day"]

    def __str__(self) -> str:
        return self.file

    @property
    def file(self) -> str:
        return f"{self.day}{SUFFIX}"

    @property
    def name(self) -> str:
        """Name the object in the storage."""
        return f"archive/days/{self.day}-{self.sha256}"


def span(day: date) -> tuple[datetime, datetime]:
    start = datetime.combine(day, time(), UTC)
    return start, start + timedelta(days=1)


def public_matches(day: date) -> list[int]:
    """Return finished ones that everybody could see first on that day, in their order.

    Trials are left out: they become public on another day, or never.
    """
    start, end = span(day)
    finished = Q(finished_at__gte=start, finished_at__lt=end)
    at_once = Q(purpose__in=OPEN) | Q(pairing__round__tournament__reveal_minutes=0)
    revealed = Q(
        pairing__round__tournament__reveal_minutes__gt=0,
        pairing__round__reveal_at__gte=start,
        pairing__round__reveal_at__lt=end,
    )
    public = Match.objects.seen_by(None).without_trials().filter(status=Match.Status.FINISHED)
    shown = public.exclude(seats__version__bot__current=None)
    pks = (shown.filter(one).values_list("pk", flat=True) for one in (at_once & finished, revealed))
    return sorted({pk for found in pks for pk in found})
