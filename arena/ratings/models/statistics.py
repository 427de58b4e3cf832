"""Counters of rated matches; version 0 is all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar, cast

from django.db import connections, models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.ladders.models.ladders import Entry, Ladder
from arena.matches.models.matches import Match
from arena.models.bounded import FiniteField

ALL = 0  # in place of a version's number
Counter = TypeVar("Counter", bound=models.Model)
Sums = Mapping[tuple[Any, ...], Sequence[float]]


class CounterQuerySet(models.QuerySet[Counter]):
    """Upsert-and-add queryset: the model's `KEYS` identify the row, `SUMS` are incremented."""

    def add(self, sums: Sums, *, serial: int = 0) -> None:
        """Upsert rows, adding sums (the ORM replaces); `serial` is the last match."""
        rows = [[*key, *numbers, serial] for key, numbers in sorted(sums.items())]
        with connections[self.db].cursor() as cursor:
            # An array a column costs a third of lists of values.
            if rows and connections[self.db].vendor == "postgresql":
                cursor.execute(self._upsert(as_arrays=True), [*map(list, zip(*rows, strict=True))])
            elif rows:
                cursor.executemany(self._upsert(as_arrays=False), rows)

    def _upsert(self, *, as_arrays: bool) -> str:
        """Return SQL with the model's own names only."""
        connection, meta = connections[self.db], self.model._meta
        names = (*self.model.KEYS, *self.model.SUMS, "last_serial")  # type: ignore[attr-defined]
        fields = [cast("models.Field[Any, Any]", meta.get_field(name)) for name in names]
        table, *columns = [
            str(connection.ops.quote_name(name))
            for name in (meta.db_table, *(str(field.column) for field in fields))
        ]
        keys, last = len(self.model.KEYS), columns[-1]  # type: ignore[attr-defined]
        source = f"VALUES ({', '.join(['%s'] * len(fields))})"
        if as_arrays:
            arrays = [f"%s::{field.rel_db_type(connection)}[]" for field in fields]
            source = f"SELECT * FROM unnest({', '.join(arrays)})"  # noqa: S608  # types alone
        added = [f"{name} = {table}.{name} + excluded.{name}" for name in columns[keys:-1]]
        newer = f"WHEN excluded.{last} > {table}.{last} THEN excluded.{last} ELSE {table}.{last}"
        return (
            f"INSERT INTO {table} ({', '.join(columns)}) {source} "
            f"ON CONFLICT ({', '.join(columns[:keys])}) DO UPDATE SET {', '.join(added)}, "
            f"{last} = CASE {newer} END"
        )


class TallyProgress(models.Model):
    """The last counted serial; locked instead of the busy ladder."""

    ladder = models.OneToOneField(
        Ladder, on_delete=models.CASCADE, primary_key=True, related_name="tally_progress"
    )
    last_serial = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.ladder} through {self.last_serial}"


class VoidedTally(models.Model):
    """A voided match, left out or subtracted."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="voided_tally"
    )

    def __str__(self) -> str:
        return f"{self.match} does not count"


class Score(models.Model):
    """`points` sums shares from 0 to 1; half is average."""

    SUMS: ClassVar[tuple[str, ...]] = ("played", "wins", "draws", "losses", "points")

    # Signed, since a voided match is added as negative numbers.
    played = models.IntegerField(default=0)
    wins = models.IntegerField(default=0)
    draws = models.IntegerField(default=0)
    losses = models.IntegerField(default=0)
    points = FiniteField(default=0.0)
    last_serial = models.PositiveBigIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def share(self) -> float | None:
        return self.points / self.played if self.played else None


class BotTally(Score):
    """A bot's results, in total or by version, seat, card or variant."""

    KEYS: ClassVar = ("entry", "version", "dimension", "key")

    class Dimension(models.TextChoices):
        """`key`: "", seat from 0, card or variant."""

        TOTAL = "total", _("total")
        SEAT = "seat", _("by seat")
        CARD = "card", _("by card")
        VARIANT = "variant", _("by variant")

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    version = models.PositiveIntegerField(default=ALL)
    dimension = models.CharField(max_length=10, choices=Dimension.choices)
    key = models.CharField(max_length=40, blank=True, default="")

    objects = CounterQuerySet["BotTally"].as_manager()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "version", "dimension", "key"], name="bot_tally_is_kept_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} v{self.version} {self.dimension} {self.key}: {self.played}"


class HeadToHead(Score):
    """A head-to-head, by versions or all; `ENDS` counts matches of two games by points."""

    KEYS: ClassVar = ("entry", "version", "opponent", "opponent_version")
    ENDS: ClassVar = ("points_00", "points_05", "points_10", "points_15", "points_20")
    SUMS: ClassVar[tuple[str, ...]] = (*Score.SUMS, *ENDS)

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="head_to_heads", db_index=False
    )
    version = models.PositiveIntegerField(default=ALL)
    opponent = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    opponent_version = models.PositiveIntegerField(default=ALL)
    points_00 = models.IntegerField(default=0)
    points_05 = models.IntegerField(default=0)
    points_10 = models.IntegerField(default=0)
    points_15 = models.IntegerField(default=0)
    points_20 = models.IntegerField(default=0)

    objects = CounterQuerySet["HeadToHead"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "opponent", "version", "opponent_version"],
                name="head_to_head_is_kept_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["entry", "version", "-played", "id"],
                name="head_to_head_by_number",
                condition=Q(opponent_version=ALL),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} against {self.opponent}: {self.played}"

    @property
    def pentanomial(self) -> list[int]:
        """By points: 0, 0.5, 1, 1.5, 2; [] if there are none."""
        counts = [getattr(self, name) for name in self.ENDS]
        return counts if any(counts) else []


class PairMatchQuerySet(models.QuerySet["PairMatch"]):
    def between(self, one: int, other: int) -> PairMatchQuerySet:
        """Select two entries' matches, latest first."""
        first, second = sorted([one, other])
        return self.filter(first=first, second=second).order_by("-match")


class PairMatch(models.Model):
    """A counted match of two bots."""

    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")

    objects = PairMatchQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second", "match"], name="pair_match_is_kept_once"
            ),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_match_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} met {self.second} in {self.match}"
