from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from arena.models.bounded import BoundedDateTimeField, FiniteField
from arena.tournaments.format import PlayedPairing
from arena.tournaments.models.tournaments import Entrant, Tournament
from arena.tournaments.standings import Result


class RoundQuerySet(models.QuerySet["Round"]):
    def revealed(self, now: datetime) -> RoundQuerySet:
        """Select rounds with public results."""
        return self.filter(Q(tournament__reveal_minutes=0) | Q(reveal_at__lte=now))

    def with_untold_faults(self, now: datetime) -> RoundQuerySet:
        """Select revealed ones whose bots' owners have not been told of faults."""
        return self.filter(untold_since__isnull=False, reveal_at__lte=now)


class Round(models.Model):
    """A round; when it is redrawn, its earlier pairings stay, as void."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=20, blank=True, default="")
    started_at = BoundedDateTimeField()
    finished_at = BoundedDateTimeField(null=True, blank=True)
    reveal_at = BoundedDateTimeField(
        null=True, blank=True, help_text=_("Until then, only organisers see its results.")
    )

    untold_since = BoundedDateTimeField(
        null=True,
        blank=True,
        help_text=_("Faults in matches finished since then are told when the round is revealed."),
    )

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(
                fields=["reveal_at"],
                name="round_with_untold_faults",
                condition=Q(untold_since__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_is_made_once"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament}"

    def is_revealed(self, now: datetime) -> bool:
        if not self.tournament.reveal_minutes:
            return True
        return self.reveal_at is not None and self.reveal_at <= now


class PairingQuerySet(models.QuerySet["Pairing"]):
    def not_void(self) -> PairingQuerySet:
        """Select all but redrawn ones."""
        return self.exclude(state=Pairing.State.VOID)

    def playing(self) -> PairingQuerySet:
        return self.filter(state=Pairing.State.PLAYING)

    def without_live_match(self) -> PairingQuerySet:
        """Select undecided ones without a live match."""
        return self.playing().exclude(matches__status__in=["queued", "running"])

    def revealed(self, now: datetime) -> PairingQuerySet:
        return self.filter(round__in=Round.objects.revealed(now))


class Pairing(models.Model):
    """Entrants who meet, or a bye; `code` in a bracket, `group` from 0."""

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        DECIDED = "decided", _("decided")
        FORFEITED = "forfeited", _("forfeited")
        BYE = "bye", _("bye")
        VOID = "void", _("void")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    code = models.PositiveSmallIntegerField(null=True, blank=True)
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLAYING)
    retries = models.PositiveSmallIntegerField(
        default=0, help_text=_("Matches restarted because of host failures.")
    )
    decided_at = BoundedDateTimeField(null=True, blank=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number_is_unique"),
        ]
        indexes = [
            models.Index(fields=["round"], name="pairing_playing", condition=Q(state="playing")),
        ]

    def __str__(self) -> str:
        return f"pairing {self.number} of {self.round}"

    @property
    def is_over(self) -> bool:
        return self.state not in {self.State.PLAYING, self.State.VOID}

    @property
    def winner(self) -> Entrant | None:
        """The winner, in a knockout's tie the better seed, or None."""
        fit = [seat for seat in self.seats.all() if not seat.has_forfeited]
        if not self.is_over or not fit:
            return None
        best = min(seat.rank or 0 for seat in fit)
        first = [seat.entrant for seat in fit if seat.rank == best]
        if len(first) > 1 and not self.round.tournament.is_knockout(self.round.stage):
            return None
        return min(first, key=lambda entrant: entrant.number or 0)

    def as_played(self) -> PlayedPairing:
        """Convert its result; entrants are numbers."""
        seats = list(self.seats.all())
        return PlayedPairing(
            Result(
                max(self.round.number, 1),
                tuple(seat.number for seat in seats),
                tuple(seat.rank or 1 for seat in seats),
                tuple(seat.score or 0.0 for seat in seats),
                frozenset(seat.number for seat in seats if seat.has_forfeited),
            ),
            self.round.stage,
            self.code,
            self.group,
        )

    def decide(self, state: str, marks: Sequence[PairingSeat], at: datetime) -> None:
        PairingSeat.objects.bulk_update(marks, ["points", "score", "rank", "has_forfeited"])
        self.state, self.decided_at = state, at
        self.save(update_fields=["state", "decided_at"])

    def reopen(self) -> None:
        """Clear the result; forfeits stay."""
        self.seats.update(points=None, score=None, rank=None)
        self.state, self.decided_at, self.retries = self.State.PLAYING, None, 0
        self.save(update_fields=["state", "decided_at", "retries"])


class PairingSeat(models.Model):
    """An entrant's result; `points` and `score` are sums, None if unplayed."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="seats")
    points = FiniteField(null=True, blank=True)
    score = FiniteField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    has_forfeited = models.BooleanField(default=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "position"], name="pairing_seat_is_one"),
            models.UniqueConstraint(fields=["pairing", "entrant"], name="entrant_sits_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} at {self.pairing}"

    @property
    def number(self) -> int:
        return self.entrant.number or 0
