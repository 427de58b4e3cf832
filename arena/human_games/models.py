from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from arena.matches.models.matches import Game
from arena.matches.referee import ranks
from arena.models.bounded import BoundedDateTimeField, CreatedAt, FiniteField
from arena.models.message_field import MessageField
from arena.models.rights import Person
from arena.queue.models.leased import LeasedPlay, LeasedPlayQuerySet
from engine import record
from engine.game import Game as Position

DAY = timedelta(days=1)
ACTIVE_WITHIN = timedelta(seconds=60)
LEASE_SECONDS = 60.0  # longer than any wait for one answer: see `wall_guard`
OWNER = "version__bot__owner"


class HumanGameQuerySet(LeasedPlayQuerySet["HumanGame"]):
    def seen_by(self, viewer: Person) -> HumanGameQuerySet:
        """Select the viewer's own games."""
        return self.filter(user=viewer.pk if viewer else None)

    def open(self) -> HumanGameQuerySet:
        return self.filter(status__in=[HumanGame.Status.WAITING, HumanGame.Status.ASKING])

    def due(self, now: datetime) -> HumanGameQuerySet:
        """Select unclaimed games awaiting a bot, the longest waiting first."""
        free = self.filter(status=HumanGame.Status.WAITING, worker="")
        return free.rested(now).order_by("moved_at")

    def against(self, owners: Collection[int]) -> HumanGameQuerySet:
        return self.filter(bot_seats__version__bot__owner__in=owners).distinct()

    def owners(self) -> Counter[int]:
        """Count games by owner of their bots, without the house."""
        seats = BotSeat.objects.filter(game__in=self, version__bot__is_house=False)
        return Counter(owner for _game, owner in set(seats.values_list("game", OWNER)))

    def forgotten(self, now: datetime) -> HumanGameQuerySet:
        """Select open games without a move for a day."""
        return self.open().filter(moved_at__lt=now - DAY)

    def in_play(self, now: datetime) -> HumanGameQuerySet:
        """Select recently moved games."""
        return self.open().filter(moved_at__gte=now - ACTIVE_WITHIN)


class HumanGame(LeasedPlay):
    """A person's game against bots, defined by its choices.

    `worker` holds the bots' jails; the first `start_choice` choices are of the replay from which it
    goes on.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for a bot")
        ASKING = "asking", _("your turn")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("resigned")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="human_games"
    )
    ladder = models.ForeignKey(
        "arena.Ladder", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    game = models.CharField(max_length=40)
    engine = models.CharField(max_length=80)
    config: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    seed = models.BigIntegerField()
    seats_count = models.PositiveSmallIntegerField()
    human_seat = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices)
    choices: models.JSONField[list[list[int]], list[list[int]]] = models.JSONField(default=list)
    choices_count = models.PositiveIntegerField(default=0)
    start_choice = models.PositiveIntegerField(default=0, db_default=0)
    last_human_choice = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True, default="")
    scores: models.JSONField[list[int] | None, list[int] | None] = models.JSONField(
        null=True, default=None
    )
    ranks: models.JSONField[list[int] | None, list[int] | None] = models.JSONField(
        null=True, default=None
    )
    reason = models.CharField(max_length=200, blank=True, default="")
    packed_events = models.BinaryField(null=True, default=None)
    created_at = CreatedAt()
    moved_at = BoundedDateTimeField()
    finished_at = BoundedDateTimeField(null=True, blank=True)

    objects = HumanGameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["user", "-id"], name="human_game_own"),
            models.Index(
                fields=["moved_at"],
                name="human_game_open",
                condition=Q(status__in=["waiting", "asking"]),
            ),
            models.Index(fields=["lease_until"], name="human_game_held", condition=~Q(worker="")),
        ]

    def __str__(self) -> str:
        return f"game {self.pk} of {self.user}"

    @property
    def lease(self) -> timedelta:
        return timedelta(seconds=LEASE_SECONDS + 30 * self.longest_answer)

    @property
    def is_open(self) -> bool:
        return self.status in {self.Status.WAITING, self.Status.ASKING}

    @property
    def published_seed(self) -> int | None:
        """The seed, once it is over: nothing may show it before."""
        return None if self.is_open else self.seed

    @property
    def rank(self) -> int | None:
        return self.ranks[self.human_seat] if self.ranks else None

    @property
    def events(self) -> list[dict[str, Any]]:
        """The full log of a finished game."""
        return Game.unpack(bytes(self.packed_events)) if self.packed_events else []

    def owners(self) -> set[int]:
        seats = self.bot_seats.filter(version__bot__is_house=False)
        return set(seats.values_list(OWNER, flat=True))

    def record(self, upto: int | None = None) -> dict[str, Any]:
        """Return the record up to a choice. It contains the seed."""
        return {
            "game": self.game,
            "engine": self.engine,
            "config": self.config,
            "seats": self.seats_count,
            "seed": self.seed,
            "choices": self.choices[:upto],
        }

    def restored(self, upto: int | None = None) -> Position:
        """Replay the record. Raises BadRecord for other rules."""
        return record.replay(self.record(upto))

    def faulted_at(self) -> dict[int, int]:
        """Map faulted seats to the choices before."""
        return {
            seat.seat: seat.faulted_at
            for seat in self.bot_seats.all()
            if seat.faulted_at is not None
        }

    def advance(self, game: Position, faulted_at: Mapping[int, int], now: datetime) -> None:
        """Take over a position after faulted seats' defaults: set `PROGRESS`, save nothing."""
        while ranks.is_contested(self.seats_count, faulted_at) and (decision := game.decision):
            if decision.seat not in faulted_at:
                break
            game.choose(decision.default)
        self.choices = [list(picks) for picks in game.record()["choices"]]
        self.choices_count, self.moved_at = len(self.choices), now
        if game.decision is None or not ranks.is_contested(self.seats_count, faulted_at):
            self.status, self.finished_at = self.Status.FINISHED, now
            self.scores, self.ranks, self.reason = ranks.final_outcome(game, faulted_at)
            self.packed_events = Game.pack(game.events(None))
        elif game.decision.seat == self.human_seat:
            self.status = self.Status.ASKING
        else:
            self.status = self.Status.WAITING


PROGRESS = (
    "choices", "choices_count", "moved_at", "status", "finished_at", "scores", "ranks", "reason",
    "packed_events",
)  # fmt: skip


class BotSeat(models.Model):
    """A bot's seat; `failure` is for its owner, `clock`, `cpu` and `wall` in seconds."""

    game = models.ForeignKey(HumanGame, on_delete=models.CASCADE, related_name="bot_seats")
    seat = models.PositiveSmallIntegerField()
    version = models.ForeignKey("arena.Version", on_delete=models.PROTECT, related_name="+")
    clock = FiniteField(null=True, default=None)
    cpu = FiniteField(null=True, default=None)
    wall = FiniteField(null=True, default=None)
    faulted_at = models.PositiveIntegerField(null=True, default=None)
    fault_recorded_at = BoundedDateTimeField(null=True, default=None)
    verdict = models.CharField(max_length=20, blank=True, default="")
    message = MessageField()
    failure: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = models.JSONField(
        null=True, default=None
    )

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="bot_seat_is_taken_once"),
        ]
        indexes = [
            models.Index(
                fields=["version", "-id"],
                name="bot_seat_faults",
                condition=Q(faulted_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version} in {self.game}"
