from __future__ import annotations

from typing import Any

from django.db import models

from arena.ladders.models.ladders import Ladder
from arena.models.bounded import CreatedAt, FiniteField
from arena.ratings.parameters import Parameters


class RatingFit(models.Model):
    """A fit to all rated matches up to a serial.

    `parameters` of `Parameters`, `unusual` of `OwnerPair`.
    """

    ladder = models.ForeignKey(
        Ladder, on_delete=models.CASCADE, related_name="fits", db_index=False
    )
    rating_run = models.PositiveIntegerField()
    serial = models.PositiveBigIntegerField()
    parameters: models.JSONField[dict[str, float], dict[str, float]] = models.JSONField()
    unusual: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        default=list
    )
    created_at = CreatedAt()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "rating_run", "serial"], name="one_fit_a_serial"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ladder} up to match {self.serial}"

    @property
    def as_parameters(self) -> Parameters:
        return Parameters(**self.parameters)


class FitTally(models.Model):
    """A fit's counted results, for the next one to add to."""

    fit = models.OneToOneField(
        RatingFit, on_delete=models.CASCADE, related_name="tally", primary_key=True
    )
    packed = models.BinaryField(help_text="See `Tally.packed`.")

    def __str__(self) -> str:
        return f"results of {self.fit}"


class FittedRating(models.Model):
    """A version's rating by the latest fit."""

    fit = models.ForeignKey(
        RatingFit, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    version = models.ForeignKey("arena.Version", on_delete=models.CASCADE, related_name="+")
    mu = FiniteField()
    sigma = FiniteField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fit", "version"], name="one_fitted_rating_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.mu:.2f} ± {self.sigma:.2f}"
