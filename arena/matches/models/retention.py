"""What is kept of games: public days, what was pruned, and the bytes of logs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta

from django.db import connection, models
from django.db.models import Q

from arena.core.database_clock import database_now
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
    of_day = [
        pk
        for became_public in (at_once & finished, revealed)
        for pk in shown.filter(became_public).values_list("pk", flat=True)
    ]
    return sorted(set(of_day))


class PruneProgressQuerySet(models.QuerySet["PruneProgress"]):
    def lock(self, kind: str) -> PruneProgress | None:
        """Lock the kind; None: another process prunes it."""
        self.get_or_create(kind=kind)
        return self.select_for_update(skip_locked=True).filter(kind=kind).first()

    def through(self, kind: str) -> int:
        """Return the last pruned game, or 0."""
        return self.filter(kind=kind).values_list("through", flat=True).first() or 0


class PruneProgress(models.Model):
    """A kind's last pruned game and totals."""

    kind = models.CharField(max_length=40, primary_key=True)
    through = models.PositiveBigIntegerField(default=0)
    rows = models.PositiveBigIntegerField(default=0)
    bytes = models.PositiveBigIntegerField(default=0)
    ran_at = BoundedDateTimeField(null=True, blank=True)

    objects = PruneProgressQuerySet.as_manager()

    def __str__(self) -> str:
        return self.kind

    def note(self, rows: int, size: int) -> None:
        self.rows += rows
        self.bytes += size
        self.ran_at = database_now()
        self.save()


class BotLogUsageQuerySet(models.QuerySet["BotLogUsage"]):
    def add(self, day: date, sizes: Mapping[int, int]) -> None:
        """Add bytes in the bots' order, against deadlocks."""
        table = self.model._meta.db_table
        query = (
            f"INSERT INTO {table} (bot, day, bytes) VALUES (%s, %s, %s) "  # noqa: S608
            f"ON CONFLICT (bot, day) DO UPDATE SET bytes = {table}.bytes + excluded.bytes"
        )
        with connection.cursor() as cursor:
            for bot, size in sorted(sizes.items()):
                cursor.execute(query, [bot, day, size])


class BotLogUsage(models.Model):
    """Bytes of logs a day (UTC); a foreign key would lock the bot."""

    bot = models.PositiveBigIntegerField()
    day = models.DateField()
    bytes = models.PositiveBigIntegerField()

    objects = BotLogUsageQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "day"], name="bot_log_usage_of_day"),
        ]
        indexes = [models.Index(fields=["day"], name="bot_log_usage_day")]

    def __str__(self) -> str:
        return f"{self.bytes} bytes by bot {self.bot} on {self.day}"
