"""The match row is the queue."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import structlog
from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, Min, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from arena.core.database_clock import query_now
from arena.matches.models.archive import Key, Pack
from arena.matches.referee import decision_log
from arena.matches.referee.decision_log import rebuild_log
from arena.matches.referee.match_features import MatchFeatures, match_features
from arena.models import rights
from arena.models.bounded import BoundedDateTimeField, CreatedAt, FiniteField
from arena.models.message_field import MessageField
from arena.models.rights import Person
from arena.queue.models.leased import MOST_TRIES, LeasedPlay, LeasedPlayQuerySet

if TYPE_CHECKING:
    from arena.bots.models import Bot

log = structlog.get_logger(__name__)

CHECKED = 0  # the position of the version that a check match is about
OTHERS_FIRST = timedelta(seconds=30)  # in which another host may take a match that failed on one
UNSANDBOXED = "unsandboxed"  # the stamp's level for bots played without a jail


class MatchQuerySet(LeasedPlayQuerySet["Match"]):
    def seen_by(self, viewer: Person) -> MatchQuerySet:
        """Select what is public, the viewer's own, and for organisers unrevealed rounds.

        Own are checks, and trials of versions that have not played; then these are public.

        By joins: of a subquery the database makes a table.
        """
        rounds = rights.tournaments_seen_by(viewer, "pairing__round__tournament__")
        if not rights.is_organiser(viewer):
            revealed = Q(pairing__round__tournament__reveal_minutes=0)
            rounds &= revealed | Q(pairing__round__reveal_at__lte=query_now())
        tried = Q(candidate=None) | Q(candidate__plays_since__isnull=False)
        if viewer is not None:
            tried |= rights.bots_run_by(viewer, "candidate__bot__")
        shown = Q(purpose__in=OPEN) & tried & rights.ladders_seen_by(viewer, "ladder__")
        shown |= Q(purpose=Match.Purpose.TOURNAMENT) & rounds
        if viewer is not None:
            own = rights.bots_run_by(viewer, "version__bot__")
            checks = Seat.objects.filter(own, position=CHECKED).values("match_id")
            shown |= Q(purpose=Match.Purpose.CHECK, id__in=checks)
        return self.filter(shown)

    def without_trials(self) -> MatchQuerySet:
        return self.filter(candidate=None)

    def folded_trials(self) -> MatchQuerySet:
        """Select one match of each version's trials, in each state: the latest.

        `trials` counts the others with it.
        """
        alike = Match.objects.filter(candidate=OuterRef("candidate"), status=OuterRef("status"))
        later = Exists(alike.filter(pk__gt=OuterRef("pk")))
        count = alike.order_by().values("candidate").annotate(count=Count("pk")).values("count")
        latest = self.filter(Q(candidate=None) | ~later)
        return latest.annotate(trials=Coalesce(Subquery(count), 0))

    def live(self) -> MatchQuerySet:
        return self.filter(status__in=[Match.Status.QUEUED, Match.Status.RUNNING])

    def queued(self) -> MatchQuerySet:
        """Select the queue, most urgent first."""
        return self.filter(status=Match.Status.QUEUED).order_by("-priority", "pk")

    def due(self, now: datetime) -> MatchQuerySet:
        return self.queued().rested(now)

    def for_host(self, host: str, now: datetime) -> MatchQuerySet:
        """Leave out what failed on this host a moment ago, so that another tries it first."""
        return self.exclude(failed_host=host, not_before__gt=now - OTHERS_FIRST)

    def unstarted(self) -> MatchQuerySet:
        """Select matches nobody can have seen; returned ones have started."""
        return self.filter(started_at=None)

    def running(self) -> MatchQuerySet:
        return self.filter(status=Match.Status.RUNNING)

    def failed_since(self, moment: datetime) -> MatchQuerySet:
        """Select those void by host failures, not by decisions."""
        void = self.filter(status=Match.Status.VOID, serial__isnull=True, tries__gte=MOST_TRIES)
        return void.filter(finished_at__gte=moment)

    def held(self) -> MatchQuerySet:
        """Select running ones; finished ones keep their worker."""
        return self.running()

    def of_people(self) -> MatchQuerySet:
        """Select what a person ordered: challenges, trials, gauntlets, rejudged matches."""
        return self.filter(ordered_by__isnull=False)

    def of_platform(self) -> MatchQuerySet:
        """Select what the platform plays by itself: ladders, tournaments, checks."""
        return self.filter(ordered_by__isnull=True)

    def first_of_people(self, now: datetime) -> dict[int, int]:
        """Return the oldest due ordered match of everybody of whom none is running, by person.

        One statement, so that it sees one moment.
        """
        playing = Match.objects.running().filter(ordered_by=OuterRef("ordered_by"))
        due = self.due(now).of_people().exclude(Exists(playing)).order_by()
        return dict(due.values_list("ordered_by").annotate(Min("pk")))

    def seconds_used(self, people: Collection[int], since: datetime) -> dict[int, float]:
        """Return the wall seconds that ordered matches ended since then took, by person."""
        ended = self.filter(ordered_by__in=people, finished_at__gt=since).order_by()
        took = Sum(F("finished_at") - F("started_at"))
        totals = ended.values_list("ordered_by").annotate(took=took)
        return {person: total.total_seconds() for person, total in totals if total is not None}

    def checks(self) -> MatchQuerySet:
        return self.filter(purpose=Match.Purpose.CHECK)

    def challenges(self) -> MatchQuerySet:
        """Select those that a person has sent; trials are of the same purpose."""
        return self.filter(purpose=Match.Purpose.CHALLENGE, candidate__isnull=True)

    def failing_checks(self) -> MatchQuerySet:
        """Select checks that fail on their hosts again and again, and go on waiting."""
        return self.live().checks().filter(tries__gte=MOST_TRIES)

    def of_house_bots(self) -> MatchQuerySet:
        return self.exclude(seats__version__bot__is_house=False)

    def for_present(self, bot: Bot) -> MatchQuerySet:
        """Select ladder matches and trials, moot once another version is current."""
        meant = Q(purpose=Match.Purpose.LADDER) | Q(candidate__isnull=False)
        return self.filter(meant, seats__version__bot=bot)

    def rated(self) -> MatchQuerySet:
        """Select in rating order."""
        return self.filter(serial__isnull=False, status=Match.Status.FINISHED).order_by("serial")

    def pending(self) -> MatchQuerySet:
        """Select stored results that are not applied yet, in the order of their ends."""
        return self.filter(is_pending=True).order_by("finished_at", "pk")

    def set_aside_since(self, moment: datetime) -> MatchQuerySet:
        """Select those whose results could not be applied."""
        void = self.filter(status=Match.Status.VOID, serial__isnull=True, finished_at__gte=moment)
        return void.filter(apply_tries__gte=MOST_TRIES)

    def annulled(self) -> MatchQuerySet:
        """Select rated matches voided since."""
        return self.filter(serial__isnull=False, status=Match.Status.VOID)

    def still_counted(self, mark: str, last_serial: int) -> MatchQuerySet:
        """Select voided ones up to this serial without `mark`."""
        return self.annulled().filter(**{f"{mark}__isnull": True}, serial__lte=last_serial)


class Match(LeasedPlay):
    """Games between versions: queued, claimed, recorded once."""

    class Purpose(models.TextChoices):
        CHECK = "check", _("check")
        LADDER = "ladder", _("ladder")
        TOURNAMENT = "tournament", _("tournament")
        CHALLENGE = "challenge", _("challenge")

    class Status(models.TextChoices):
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
        db_index=False,
        help_text=_("Whose turn it takes; empty: ordered by the platform."),
    )
    challenge = models.ForeignKey(
        "arena.Challenge",
        on_delete=models.CASCADE,
        related_name="matches",
        null=True,
        blank=True,
        db_index=False,
    )
    candidate = models.ForeignKey(
        "arena.Version",
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
        help_text=_("The version tested here before it plays; only set for trials."),
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
    games_planned = models.PositiveSmallIntegerField()
    engine = models.CharField(max_length=80, blank=True, default="")
    protocol = models.CharField(max_length=20, blank=True, default="")
    stamp: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    error = MessageField()
    failed_host = models.CharField(
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text="Where its last try failed; another host tries it first, if there is one.",
    )
    serial = models.PositiveBigIntegerField(null=True, blank=True)
    is_pending = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("Its result is stored, and not yet applied: ratings, checks, notifications."),
    )
    apply_tries = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        help_text="How often applying it failed; after three it is set aside.",
    )
    created_at = CreatedAt()
    started_at = BoundedDateTimeField(null=True, blank=True)
    finished_at = BoundedDateTimeField(null=True, blank=True)
    watched_until = BoundedDateTimeField(null=True, blank=True)

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
            models.Index(
                fields=["ladder", "finished_at"],
                name="match_pending",
                condition=Q(is_pending=True),
            ),
            models.Index(  # nearly all matches are of ladders
                fields=["purpose", "-id"],
                name="match_of_purpose",
                condition=~Q(purpose="ladder"),
            ),
            models.Index(
                fields=["challenge", "id"],
                name="match_of_challenge",
                condition=Q(challenge__isnull=False),
            ),
            models.Index(
                fields=["ordered_by", "finished_at"],
                name="match_of_person",
                condition=Q(ordered_by__isnull=False),
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
    def lease(self) -> timedelta:
        return timedelta(seconds=float(settings.LEASE_SECONDS) + 10 * self.longest_answer + 2)

    def is_run_by(self, person: Person) -> bool:
        """Return whether this person may correct its result."""
        return self.ladder.is_run_by(person) if self.ladder else rights.is_organiser(person)

    @property
    def published_seed(self) -> int | None:
        """The seed, once it is over: nothing may show it before."""
        over = self.status in {self.Status.FINISHED, self.Status.VOID}
        return self.seed if over else None

    @property
    def features(self) -> MatchFeatures:
        """Return what statistics tell games apart by."""
        return match_features(
            game=self.game,
            seats=self.seats_count,
            seed=self.seed,
            config=self.config,
            rules=self.engine,
        )

    @property
    def was_annulled(self) -> bool:
        return self.status == self.Status.VOID and self.serial is not None

    @property
    def was_stopped(self) -> bool:
        """Whether void by a decision, not by host failures."""
        is_void = self.status == self.Status.VOID
        return is_void and (self.serial is not None or not self.worker)

    @property
    def has_result(self) -> bool:
        return self.status == self.Status.FINISHED or self.was_annulled

    @property
    def is_being_rated(self) -> bool:
        """Whether it is finished, and ratings follow in a moment."""
        return self.is_pending and self.is_rated

    @property
    def is_rated(self) -> bool:
        """Whether it moves ratings."""
        return self.purpose == self.Purpose.LADDER and self.stamp.get("level") != UNSANDBOXED

    @property
    def is_public(self) -> bool:
        """Whether it can be public: no check, and no trial of a version that has not played."""
        if self.candidate is not None and self.candidate.plays_since is None:
            return False
        return self.purpose != self.Purpose.CHECK

    @property
    def is_challenge(self) -> bool:
        """Whether a person has sent it; trials are of the same purpose."""
        return self.purpose == self.Purpose.CHALLENGE and self.candidate_id is None


OPEN = (Match.Purpose.LADDER, Match.Purpose.CHALLENGE)  # public once they are ordered


class Seat(models.Model):
    """A version in a match; `cpu` and `wall`: seconds used, waited for."""

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
        default=False, help_text=_("It left before the end, ranks last, and its bot is stopped.")
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
    """A finished game; `seating[engine seat]` is a seat's position.

    Scores and ranks by engine seat, cpu and decisions by position.
    """

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
    gained: models.JSONField[list[dict[str, int]] | None, list[dict[str, int]] | None] = (
        models.JSONField(null=True, default=None, help_text="Cards gained, by seat.")
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_is_unique"),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.match}"

    def position_of(self, seat: int) -> int:
        """Return the position of an engine seat."""
        return self.seating[seat] if self._is_seating else seat

    def seat_of(self, position: int) -> int:
        """Return the engine seat of a position."""
        return self.seating.index(position) if self._is_seating else position

    @property
    def _is_seating(self) -> bool:
        known = range(len(self.seating))
        return all(position in self.seating for position in known)

    @property
    def events(self) -> list[dict[str, Any]]:
        """The full log, rebuilt if pruned. Raises NoLongerKept."""
        packed = self.stored("events")
        return self.unpacked(packed) if packed else rebuild_log(self.record).events

    @property
    def logged_decisions(self) -> list[dict[str, Any]]:
        """The decision log; empty if pruned."""
        packed = self.stored("decisions")
        return decision_log.read_rows(self.unpacked(packed)) if packed else []

    def stored(self, kind: str) -> bytes:
        """Return packed `events` or `decisions`, of the row or archived; empty if pruned."""
        packed = bytes(getattr(self, f"packed_{kind}") or b"")
        return packed or Pack.objects.find(kind, [self.pk or 0]).get(Key(self.pk), b"")

    def unpacked(self, packed: bytes | memoryview) -> list[Any]:
        """Return the list; log and return [] where unreadable."""
        try:
            content = self.unpack(packed)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            log.warning("game_unreadable", game=self.pk, cause=repr(error))
            return []
        return content if isinstance(content, list) else []

    @staticmethod
    def pack(events: Any) -> bytes:
        """Return gzipped JSON, equal bytes for equal values."""
        return gzip.compress(json.dumps(events, separators=(",", ":")).encode(), 6, mtime=0)

    @staticmethod
    def unpack(packed: bytes | memoryview) -> Any:
        return json.loads(gzip.decompress(packed))


class Fault(models.Model):
    """A fault with all its owner needs."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="faults")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="fault_rows")
    verdict = models.CharField(max_length=20)
    message = MessageField()
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


class BotLogQuerySet(models.QuerySet["BotLog"]):
    def of(self, games: Collection[Game], seats: Collection[Seat]) -> list[BotLog]:
        """Return what these seats printed in these games, from rows or archived."""
        rows = list(self.filter(game__in=games, seat__in=seats))
        by_game = {game.pk: game for game in games}
        by_seat = {seat.pk: seat for seat in seats}
        there = {(row.game_id, row.seat_id) for row in rows}  # and archived meanwhile
        for key, packed in Pack.objects.find("logs", by_game, by_seat).items():
            if key in there:
                continue
            text, marks = Game.unpack(packed)
            rows.append(BotLog(game_id=key.game, seat_id=key.seat, text=text, marks=marks))
        for row in rows:
            row.game, row.seat = by_game[row.game_id], by_seat[row.seat_id]
        return sorted(rows, key=lambda row: (row.game.match_id, row.game.number, row.seat.position))


class BotLog(models.Model):
    """A bot's output; for its owner only. `marks`: see `arena.matches.referee.output`."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="logs")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="logs")
    text = models.TextField()
    marks: models.JSONField[list[list[int]], list[list[int]]] = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField())
    )

    objects = BotLogQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_log_a_game_and_seat"),
        ]

    def __str__(self) -> str:
        return f"what {self.seat} printed in {self.game}"
