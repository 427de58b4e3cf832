"""Matches, from the queue to the archive: the match row is the queue."""

from __future__ import annotations

import gzip
import json
import zlib
from datetime import datetime
from typing import TYPE_CHECKING, Any

import structlog
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from arena.match import decision_log
from arena.match.rebuilt_log import rebuild_log
from arena.models.bounded import FiniteField, MomentField
from arena.models.created_at import CreatedAt

if TYPE_CHECKING:
    from arena.models.bots import Bot

log = structlog.get_logger(__name__)

MOST_TRIES = 3  # host failures after which a match is void
UNSANDBOXED = "unsandboxed"  # the stamp of bots that were played without a jail


class MatchQuerySet(models.QuerySet["Match"]):
    """Sets of matches."""

    def live(self) -> MatchQuerySet:
        """Those that are still to be played, or being played."""
        return self.filter(status__in=[Match.Status.QUEUED, Match.Status.RUNNING])

    def queued(self) -> MatchQuerySet:
        """Those that wait for a worker, the most urgent first."""
        return self.filter(status=Match.Status.QUEUED).order_by("-priority", "pk")

    def due(self, now: datetime) -> MatchQuerySet:
        """Those that a worker may take now."""
        return self.queued().filter(Q(not_before__isnull=True) | Q(not_before__lte=now))

    def unstarted(self) -> MatchQuerySet:
        """Those that no worker has begun: nobody can have seen how they go. A match that was given
        back has begun, and is played again from the same deal."""
        return self.filter(started_at=None)

    def running(self) -> MatchQuerySet:
        """Those that are being played."""
        return self.filter(status=Match.Status.RUNNING)

    def failed_since(self, moment: datetime) -> MatchQuerySet:
        """Those given up since then because every try failed on its host; not those that somebody
        cancelled, redrew or annulled."""
        void = self.filter(status=Match.Status.VOID, serial__isnull=True, tries__gte=MOST_TRIES)
        return void.filter(finished_at__gte=moment)

    def held_by(self, worker: str) -> MatchQuerySet:
        """The running match that this claim holds, or none when the claim has been taken away."""
        return self.filter(status=Match.Status.RUNNING, worker=worker)

    def overdue(self, now: datetime) -> MatchQuerySet:
        """Running matches whose worker has not been heard of in time."""
        return self.filter(status=Match.Status.RUNNING, lease_until__lt=now)

    def checks(self) -> MatchQuerySet:
        """The games that decide whether an upload is accepted."""
        return self.filter(purpose=Match.Purpose.CHECK)

    def of_house_bots(self) -> MatchQuerySet:
        """Those without any stranger's code."""
        return self.exclude(seats__version__bot__is_house=False)

    def for_present(self, bot: Bot) -> MatchQuerySet:
        """Those that mean nothing any more once another version of the bot plays, or none: ladder
        matches, and trials against the one that plays."""
        meant = Q(purpose=Match.Purpose.LADDER) | Q(candidate__isnull=False)
        return self.filter(meant, seats__version__bot=bot)

    def rated(self) -> MatchQuerySet:
        """Ladder matches whose result moves ratings, in the order in which they do."""
        return self.filter(serial__isnull=False, status=Match.Status.FINISHED).order_by("serial")

    def annulled(self) -> MatchQuerySet:
        """Those that were rated until an organiser voided them."""
        return self.filter(serial__isnull=False, status=Match.Status.VOID)


class Match(models.Model):
    """Some games between versions of bots: ordered, claimed by a worker, recorded once."""

    class Purpose(models.TextChoices):
        """Why it is played."""

        CHECK = "check", _("check")
        LADDER = "ladder", _("ladder")
        TOURNAMENT = "tournament", _("tournament")
        CHALLENGE = "challenge", _("challenge")

    class Status(models.TextChoices):
        """Where it stands."""

        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOID = "void", _("void")

    ladder = models.ForeignKey(
        "arena.Ladder",
        on_delete=models.CASCADE,
        related_name="matches",
        null=True,
        blank=True,
        db_index=False,
    )
    pairing = models.ForeignKey(
        "arena.Pairing", on_delete=models.PROTECT, related_name="matches", null=True, blank=True
    )
    ordered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="challenges",
        null=True,
        blank=True,
    )
    candidate = models.ForeignKey(
        "arena.Version",
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        help_text=_("The version that is tried here before it plays; only trials have one."),
    )
    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    priority = models.SmallIntegerField(default=0)
    seed = models.BigIntegerField()
    game = models.CharField(max_length=40)
    config: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    seats_count = models.PositiveSmallIntegerField()
    limits: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    games_planned = models.PositiveSmallIntegerField()
    engine = models.CharField(max_length=80, blank=True, default="")
    protocol = models.CharField(max_length=20, blank=True, default="")
    stamp: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    tries = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=160, blank=True, default="")
    lease_until = MomentField(null=True, blank=True)
    not_before = MomentField(null=True, blank=True)
    error = models.TextField(blank=True, default="")
    serial = models.PositiveBigIntegerField(null=True, blank=True)
    created_at = CreatedAt()
    started_at = MomentField(null=True, blank=True)
    finished_at = MomentField(null=True, blank=True)
    watched_until = MomentField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["ladder", "serial"], name="serial_is_given_once"),
        ]
        indexes = [
            models.Index(
                fields=["-priority", "id"], name="match_queue", condition=Q(status="queued")
            ),
            models.Index(
                fields=["lease_until"], name="match_leases", condition=Q(status="running")
            ),
            models.Index(
                fields=["ladder", "purpose"],
                name="match_live",
                condition=Q(status__in=["queued", "running"]),
            ),
            models.Index(fields=["ladder", "-finished_at"], name="match_recent"),
            models.Index(fields=["ladder", "-id"], name="match_of_ladder"),
            models.Index(fields=["game", "-id"], name="match_of_game"),
            models.Index(  # nearly all others are of ladders
                fields=["purpose", "-id"],
                name="match_of_purpose",
                condition=~Q(purpose="ladder"),
            ),
            models.Index(
                fields=["candidate", "-id"],
                name="match_of_candidate",
                condition=Q(candidate__isnull=False),
            ),
            models.Index(fields=["-id"], name="match_voided", condition=Q(status="void")),
            models.Index(
                fields=["finished_at"], name="match_finished", condition=Q(status="finished")
            ),
            models.Index(
                fields=["finished_at"],
                name="match_void",
                condition=Q(status="void", serial__isnull=True),
            ),
            models.Index(
                fields=["ladder", "serial"],
                name="match_annulled",
                condition=Q(status="void", serial__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    @property
    def published_seed(self) -> int | None:
        """The seed, once nobody can use it any more: nothing may show it before."""
        over = self.status in {self.Status.FINISHED, self.Status.VOID}
        return self.seed if over else None

    @property
    def was_annulled(self) -> bool:
        """Had it a rated result, until an organiser voided it?"""
        return self.status == self.Status.VOID and self.serial is not None

    @property
    def was_stopped(self) -> bool:
        """Does it not count because somebody decided so, and not because a machine failed?"""
        is_void = self.status == self.Status.VOID
        return is_void and (self.serial is not None or not self.worker)

    @property
    def has_result(self) -> bool:
        """Is there a result to look at, whether it counts or not?"""
        return self.status == self.Status.FINISHED or self.was_annulled

    @property
    def is_rated(self) -> bool:
        """Does its result move ratings? Not that of a check, nor of bots outside a jail."""
        return self.purpose == self.Purpose.LADDER and self.stamp.get("level") != UNSANDBOXED


class Seat(models.Model):
    """One version in a match. The seats of the single games rotate: see `Game.seating`.

    `cpu` and `wall` are seconds: of CPU that it used, and for which it was waited for.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    position = models.PositiveSmallIntegerField()
    version = models.ForeignKey(
        "arena.Version", on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    points = FiniteField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    cpu = FiniteField(default=0.0)
    wall = FiniteField(default=0.0)
    decisions = models.PositiveIntegerField(default=0)
    faults = models.PositiveSmallIntegerField(default=0)
    has_forfeited = models.BooleanField(
        default=False, help_text=_("It left before the end: it is last, and its bot is stopped.")
    )

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="seat_is_taken_once"),
        ]
        indexes = [
            models.Index(fields=["version", "match"], name="seat_of_version"),
            models.Index(fields=["version"], name="seat_at_fault", condition=Q(faults__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.version} in {self.match}"


class Game(models.Model):
    """One finished game. `seating[engine seat]` is a seat's position; scores and ranks are by
    engine seat, cpu and decisions by position."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    seating: models.JSONField[list[int], list[int]] = models.JSONField()
    scores: models.JSONField[list[int], list[int]] = models.JSONField()
    ranks: models.JSONField[list[int], list[int]] = models.JSONField()
    reason = models.CharField(max_length=200)
    record: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    packed_events = models.BinaryField()
    packed_decisions = models.BinaryField(null=True, default=None)
    cpu: models.JSONField[list[float], list[float]] = models.JSONField()
    decisions: models.JSONField[list[int], list[int]] = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_is_unique"),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.match}"

    @property
    def events(self) -> list[dict[str, Any]]:
        """The log with nothing hidden, as the engine wrote it; rebuilt from the record where it is
        no longer stored, none where it cannot be read. Raises NoLongerKept."""
        if not self.packed_events:
            return rebuild_log(self.record).events
        return self._unpacked(self.packed_events)

    @property
    def questions(self) -> list[dict[str, Any]]:
        """Every decision that was asked, by `decision_log.KEYS`; none for a game stored without."""
        return (
            decision_log.read(self._unpacked(self.packed_decisions))
            if self.packed_decisions
            else []
        )

    def _unpacked(self, packed: bytes | memoryview) -> list[Any]:
        """What was packed; nothing, and a line in the log, where the row holds no such bytes."""
        try:
            found = self.unpack(packed)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            log.warning("game_unreadable", game=self.pk, cause=repr(error))
            return []
        return found if isinstance(found, list) else []

    @staticmethod
    def pack(events: Any) -> bytes:
        """Events or minutes as they are stored: JSON under gzip, equal bytes for equal ones."""
        return gzip.compress(json.dumps(events, separators=(",", ":")).encode(), 6, mtime=0)

    @staticmethod
    def unpack(packed: bytes | memoryview) -> Any:
        """What was packed."""
        return json.loads(gzip.decompress(packed))


class Fault(models.Model):
    """What a bot did wrong in a game, with all that its owner needs to mend it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="faults")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="fault_rows")
    verdict = models.CharField(max_length=20)
    message = models.TextField()
    traceback = models.TextField(blank=True, default="")
    decision: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = models.JSONField(
        null=True, default=None
    )
    view: models.JSONField[dict[str, Any] | None, dict[str, Any] | None] = models.JSONField(
        null=True, default=None
    )
    number = models.PositiveIntegerField()
    cpu = FiniteField()
    log = models.TextField(blank=True, default="")
    meter: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )

    def __str__(self) -> str:
        return f"{self.verdict} of {self.seat}"


class BotLog(models.Model):
    """What a bot printed during a game; for its owner's eyes alone."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="logs")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="logs")
    text = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_log_a_game_and_seat"),
        ]

    def __str__(self) -> str:
        return f"what {self.seat} printed in {self.game}"
