from __future__ import annotations

from django.db import models

from arena.bots.models import Bot, Version
from arena.human_games.models import BotSeat
from arena.matches.models.matches import Fault
from arena.models.bounded import BoundedDateTimeField


class FailureQuerySet(models.QuerySet["Failure"]):
    def of_bot(self, bot: Bot) -> FailureQuerySet:
        return self.filter(bot=bot).order_by("-last_seen", "-pk")

    def alike(self, failure: Failure) -> FailureQuerySet:
        """Select the same failure in all versions."""
        return self.filter(bot=failure.bot_id, fingerprint=failure.fingerprint, kind=failure.kind)


class Failure(models.Model):
    """Similar faults of a version at one kind of decision.

    `is_done`: marked as fixed. The same failure of a newer version is a new row, with `came_back`.
    """

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="failures", db_index=False)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="failures")
    fingerprint = models.CharField(max_length=32)
    kind = models.CharField(max_length=40, blank=True, default="")
    verdict = models.CharField(max_length=20)
    count = models.PositiveIntegerField(default=0)
    first_seen = BoundedDateTimeField()
    last_seen = BoundedDateTimeField()
    newest_fault = models.ForeignKey(
        Fault, on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    newest_bot_seat = models.ForeignKey(
        BotSeat, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    is_done = models.BooleanField(default=False)
    came_back = models.BooleanField(default=False)

    objects = FailureQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["version", "fingerprint", "kind"], name="failure_is_grouped_once"
            ),
        ]
        indexes = [
            models.Index(fields=["bot", "is_done", "-last_seen"], name="failure_by_bot"),
            models.Index(fields=["bot", "fingerprint", "kind"], name="failure_alike"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict} of {self.version}, {self.count} times"

    @property
    def message(self) -> str:
        example = self.newest_fault or self.newest_bot_seat
        return example.message if example else ""
