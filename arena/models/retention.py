"""What is kept for a while: how far old data is pruned, and how much each bot's logs take a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.db import connection, models

from arena.database_clock import database_now
from arena.models.bounded import MomentField


class PruneProgressQuerySet(models.QuerySet["PruneProgress"]):
    """Sets of kinds of data that are pruned."""

    def lock(self, kind: str) -> PruneProgress | None:
        """Lock the kind's row until the transaction ends; None where another process prunes it."""
        self.get_or_create(kind=kind)
        return self.select_for_update(skip_locked=True).filter(kind=kind).first()

    def through(self, kind: str) -> int:
        """Return the last game whose data of this kind is gone; 0 where there is none."""
        return self.filter(kind=kind).values_list("through", flat=True).first() or 0


class PruneProgress(models.Model):
    """A kind of data that is pruned: `through` is the last game that was seen to, where it is part
    of games; `rows` and `bytes` are what has gone since the platform was set up."""

    kind = models.CharField(max_length=40, primary_key=True)
    through = models.PositiveBigIntegerField(default=0)
    rows = models.PositiveBigIntegerField(default=0)
    bytes = models.PositiveBigIntegerField(default=0)
    ran_at = MomentField(null=True, blank=True)

    objects = PruneProgressQuerySet.as_manager()

    def __str__(self) -> str:
        return self.kind

    def note(self, rows: int, size: int) -> None:
        """Count what has just gone, and store it."""
        self.rows += rows
        self.bytes += size
        self.ran_at = database_now()
        self.save()


class BotLogUsageQuerySet(models.QuerySet["BotLogUsage"]):
    """Sets of days."""

    def add(self, day: date, sizes: Mapping[int, int]) -> None:
        """Add bytes by bot. The rows are written in the order of the bots, so that two who record
        matches of the same ones never wait for each other in a circle."""
        table = self.model._meta.db_table
        query = (
            f"INSERT INTO {table} (bot, day, bytes) VALUES (%s, %s, %s) "  # noqa: S608
            f"ON CONFLICT (bot, day) DO UPDATE SET bytes = {table}.bytes + excluded.bytes"
        )
        with connection.cursor() as cursor:
            for bot, size in sorted(sizes.items()):
                cursor.execute(query, [bot, day, size])


class BotLogUsage(models.Model):
    """How many bytes of what a bot printed were stored on a day (UTC). `bot` is a plain number: a
    foreign key would lock the bot's row."""

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
