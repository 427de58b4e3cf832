"""What a ladder's rated matches come to: counters that a background step fills, so that no page has
to look through matches. All of it can be counted again from them: see `actions.tally_results`.

Versions stand here as their bot's version numbers; 0 is all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar, cast

from django.db import connections, models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from arena.models.bounded import FiniteField
from arena.models.ladders import Entry, Ladder
from arena.models.matches import Match

ALL = 0  # in place of a version's number
Counter = TypeVar("Counter", bound=models.Model)
Sums = Mapping[tuple[Any, ...], Sequence[float]]


class CounterQuerySet(models.QuerySet[Counter]):
    """Sets of rows that count something. `KEYS` of the model name a row, `SUMS` are added to."""

    def add(self, sums: Sums, *, serial: int = 0) -> None:
        """Add to the rows with these keys, which are made where they are missing; `serial` is the
        last match that they have heard of by now.

        The ORM's upsert replaces numbers, and this adds. PostgreSQL takes the rows as one array a
        column, which costs it a third of as many lists of values.
        """
        rows = [[*key, *numbers, serial] for key, numbers in sorted(sums.items())]
        with connections[self.db].cursor() as cursor:
            if rows and connections[self.db].vendor == "postgresql":
                cursor.execute(self._upsert(as_arrays=True), [*map(list, zip(*rows, strict=True))])
            elif rows:
                cursor.executemany(self._upsert(as_arrays=False), rows)

    def _upsert(self, *, as_arrays: bool) -> str:
        """The statement; every name in it is a model's own."""
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


class Tallied(models.Model):
    """How far a ladder's matches are counted: `through` is the serial of the last one. Who counts
    holds this row, not the ladder's, on which those who record and pair wait for each other."""

    ladder = models.OneToOneField(
        Ladder, on_delete=models.CASCADE, primary_key=True, related_name="tallied"
    )
    through = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.ladder} through {self.through}"


class Annulment(models.Model):
    """A voided match of which the counters have heard: left out, or taken back."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="annulment"
    )

    def __str__(self) -> str:
        return f"{self.match} does not count"


class Score(models.Model):
    """How some matches (of a seat: games) ended. `points` is the sum of the shares of what could be
    made in each, from 0 to 1: half of them is par for any number of seats."""

    SUMS: ClassVar = ("played", "wins", "draws", "losses", "points")

    # Signed, since what is taken back stands in the same statement as a negative number.
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
        """The share of the points that were to be had; None before the first match."""
        return self.points / self.played if self.played else None


class Tally(Score):
    """How a bot did on a ladder: in all (each version as well), from one seat, with one card or
    variant on the table."""

    KEYS: ClassVar = ("entry", "version", "dimension", "key")

    class Dimension(models.TextChoices):
        """By what. `key` is then empty, the seat from 0, a card's name, a variant's."""

        TOTAL = "total", _("in all")
        SEAT = "seat", _("by seat")
        CARD = "card", _("by card")
        VARIANT = "variant", _("by variant")

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    version = models.PositiveIntegerField(default=ALL)
    dimension = models.CharField(max_length=10, choices=Dimension.choices)
    key = models.CharField(max_length=40, blank=True, default="")

    objects = CounterQuerySet["Tally"].as_manager()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "version", "dimension", "key"], name="tally_is_kept_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} v{self.version} {self.dimension} {self.key}: {self.played}"


class Meeting(Score):
    """How a bot did on a ladder against one other, all versions or one against all or another."""

    KEYS: ClassVar = ("entry", "version", "opponent", "opponent_version")

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="meetings", db_index=False
    )
    version = models.PositiveIntegerField(default=ALL)
    opponent = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    opponent_version = models.PositiveIntegerField(default=ALL)

    objects = CounterQuerySet["Meeting"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "opponent", "version", "opponent_version"],
                name="meeting_is_kept_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["entry", "version", "-played", "id"],
                name="meeting_by_number",
                condition=Q(opponent_version=ALL),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} against {self.opponent}: {self.played}"


class EncounterQuerySet(models.QuerySet["Encounter"]):
    """Sets of encounters."""

    def between(self, one: int, other: int) -> EncounterQuerySet:
        """Those of the entries with these two keys, the latest first."""
        first, second = sorted([one, other])
        return self.filter(first=first, second=second).order_by("-match")


class Encounter(models.Model):
    """Two bots sat in this match, which was counted: the way from a pair to its matches."""

    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")

    objects = EncounterQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second", "match"], name="encounter_is_kept_once"
            ),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="encounter_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} met {self.second} in {self.match}"


class CardTotal(models.Model):
    """What a ladder's games say of a card.

    `games` were played with it in the supply, and it was `gained` so many times in all. Where one
    seat gained more of it than any other it has a lead: `lead_points` sums the shares of points
    that the leaders made, so `lead_points / leads` above one half speaks for the card.
    """

    KEYS: ClassVar = ("ladder", "card")
    SUMS: ClassVar = ("games", "gained", "leads", "lead_points")

    ladder = models.ForeignKey(
        Ladder, on_delete=models.CASCADE, related_name="card_totals", db_index=False
    )
    card = models.CharField(max_length=40)
    games = models.IntegerField(default=0)
    gained = models.BigIntegerField(default=0)
    leads = models.IntegerField(default=0)
    lead_points = FiniteField(default=0.0)
    last_serial = models.PositiveBigIntegerField(default=0)

    objects = CounterQuerySet["CardTotal"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "card"], name="card_is_totalled_once"),
        ]

    def __str__(self) -> str:
        return f"{self.card} on {self.ladder}"

    @property
    def lead_share(self) -> float | None:
        """The share of the points that those made who gained most of it; None: nobody ever led."""
        return self.lead_points / self.leads if self.leads else None
