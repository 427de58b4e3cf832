from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import connection, models

from arena.core.database_clock import database_now
from arena.models.bounded import BoundedDateTimeField


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
