"""The history of ratings."""

from django.db import models

from arena import rating
from arena.models.ladders import Entry
from arena.models.matches import Seat


class RatingChange(models.Model):
    """What one rated match did to one entry; `serial` is the match's place in its ladder."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="history")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="change")
    serial = models.PositiveBigIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "serial"], name="entry_moves_once_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.rating_before:.2f} -> {self.rating_after:.2f}"

    @property
    def rating_before(self) -> float:
        """The conservative rating before the match."""
        return rating.conservative(rating.Rating(self.mu_before, self.sigma_before))

    @property
    def rating_after(self) -> float:
        """The conservative rating after the match."""
        return rating.conservative(rating.Rating(self.mu_after, self.sigma_after))
