"""Counters of a ladder's rated games, for people."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from arena.ladders.models.ladders import Ladder
from arena.matches.models.matches import Match
from arena.models.bounded import BoundedDateTimeField, FiniteField
from arena.ratings.models.statistics import CounterQuerySet

MOST_KEY = 200  # characters


class StatisticsProgress(models.Model):
    """The last counted serial; `revision` grows with each change."""

    ladder = models.OneToOneField(
        Ladder, on_delete=models.CASCADE, primary_key=True, related_name="statistics_progress"
    )
    last_serial = models.PositiveBigIntegerField(default=0)
    revision = models.PositiveBigIntegerField(default=0)
    counted_at = BoundedDateTimeField(null=True, default=None)

    def __str__(self) -> str:
        return f"{self.ladder} through {self.last_serial}"


class VoidedStatistic(models.Model):
    """A voided match, not counted."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="voided_statistic"
    )

    def __str__(self) -> str:
        return f"{self.match} does not count"


class LadderStatistic(models.Model):
    """Sums over games; with `given`, those with this card in the kingdom.

    `seats`: players to whom `key` applies; `points`: their shares of beaten opponents; `amount`:
    copies gained, or points made.
    """

    KEYS: ClassVar = ("ladder", "given", "dimension", "key")
    SUMS: ClassVar = ("games", "seats", "points", "amount")

    class Dimension(models.TextChoices):
        """`key`: "", seat from 0, number, number, reason, card, list as JSON."""

        TOTAL = "total"
        SEAT = "seat"
        LENGTH = "length"
        SCORE = "score"
        ENDING = "ending"
        CARD = "card"
        OPENING = "opening"

    ladder = models.ForeignKey(
        Ladder, on_delete=models.CASCADE, related_name="statistics", db_index=False
    )
    given = models.CharField(max_length=40, blank=True, default="")
    dimension = models.CharField(max_length=10, choices=Dimension.choices)
    key = models.CharField(max_length=MOST_KEY, blank=True, default="")
    # Signed, since a voided match is added as negative numbers.
    games = models.IntegerField(default=0)
    seats = models.IntegerField(default=0)
    points = FiniteField(default=0.0)
    amount = models.BigIntegerField(default=0)
    last_serial = models.PositiveBigIntegerField(default=0)

    objects = CounterQuerySet["LadderStatistic"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "dimension", "given", "key"], name="statistic_is_kept_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["ladder", "given", "-seats", "key"],
                name="opening_by_players",
                condition=models.Q(dimension="opening"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dimension} {self.key} on {self.ladder}: {self.games}"
