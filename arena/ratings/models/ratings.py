from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import models
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber, TruncDate
from django.utils import timezone

from arena.ladders.models.ladders import Entry, Ladder, RatingStats
from arena.matches.models.matches import Seat
from arena.models.bounded import BoundedDateTimeField, FiniteField
from arena.queue.models.leased import Leased, LeasedQuerySet
from arena.ratings.trueskill import Rating, ordinal


class RatingRunQuerySet(LeasedQuerySet["RatingRun"]):
    def due(self, now: datetime) -> RatingRunQuerySet:
        """Select unclaimed runs, those to compute first."""
        left = self.filter(state__in=[RatingRun.State.FILLING, RatingRun.State.RETIRED])
        return left.filter(Q(lease_until__isnull=True) | Q(lease_until__lt=now)).order_by("state")


class RatingRun(Leased):
    """One computation of all of a ladder's ratings.

    `last_serial`: last serial processed, or entry removed. `rated_at`: that match's finish.
    """

    class State(models.TextChoices):
        """Values sort by urgency."""

        FILLING = "filling", "filling"
        SHOWN = "shown", "shown"
        RETIRED = "retired", "retired"
        GONE = "gone", "gone"

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rating_runs")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.FILLING)
    last_serial = models.PositiveBigIntegerField(default=0)
    rated_at = BoundedDateTimeField(null=True, blank=True)
    created_at = BoundedDateTimeField(auto_now_add=True)
    switched_at = BoundedDateTimeField(null=True, blank=True)

    objects = RatingRunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "number"], name="rating_run_number_is_unique"
            ),
            models.UniqueConstraint(
                fields=["ladder"], name="one_rating_run_is_filled", condition=Q(state="filling")
            ),
        ]
        indexes = [
            models.Index(
                fields=["state"],
                name="run_due",
                condition=Q(state__in=["filling", "retired"]),
            ),
        ]

    def __str__(self) -> str:
        return f"Rating run {self.number} of {self.ladder}"

    @property
    def lease(self) -> timedelta:
        return timedelta(seconds=60)  # longer than any chunk takes


class VersionRating(RatingStats):
    """A version's ratings in one run."""

    COMPUTED = ("mu", "sigma", *RatingStats.COUNTED, "rated_at", "last_serial")

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="versions", db_index=False
    )
    version = models.ForeignKey("arena.Version", on_delete=models.CASCADE, related_name="+")
    rating_run = models.PositiveIntegerField(default=0)
    before = models.ForeignKey(
        "arena.Version",
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        help_text="The version that its bot played before, at whose rating it began.",
    )
    first_serial = models.PositiveBigIntegerField(help_text="Its first rated match.")
    last_serial = models.PositiveBigIntegerField(help_text="Its last rated match.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "rating_run", "version"], name="one_rating_a_version"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.mu:.2f} ± {self.sigma:.2f}"


class RatingChangeQuerySet(models.QuerySet["RatingChange"]):
    def current(self) -> RatingChangeQuerySet:
        """Select those of the present run."""
        return self.filter(rating_run=F("entry__ladder__rating_run"))

    def daily(self) -> RatingChangeQuerySet:
        """Select each entry's last change a day (UTC)."""
        last = Window(
            RowNumber(),
            partition_by=[F("entry"), TruncDate("played_at", tzinfo=UTC)],
            order_by="-serial",
        )
        return self.annotate(place=last).filter(place=1).order_by("-serial")


class RatingChange(models.Model):
    """An entry's change by its ladder's match `serial`."""

    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="history", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="changes")
    rating_run = models.PositiveIntegerField(default=0)
    serial = models.PositiveBigIntegerField()
    mu_before = FiniteField()
    sigma_before = FiniteField()
    mu_after = FiniteField()
    sigma_after = FiniteField()
    played_at = BoundedDateTimeField(default=timezone.now)

    objects = RatingChangeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "rating_run", "serial"], name="entry_moves_once_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.rating_before:.2f} -> {self.rating_after:.2f}"

    @property
    def before(self) -> Rating:
        return Rating(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Rating:
        return Rating(self.mu_after, self.sigma_after)

    @property
    def rating_before(self) -> float:
        return ordinal(self.before)

    @property
    def rating_after(self) -> float:
        return ordinal(self.after)
