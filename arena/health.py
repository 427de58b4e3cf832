"""Numbers for `/metrics` and the dashboard."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Exists, Min, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from arena.core.database_clock import database_now
from arena.core.hosts import host_of
from arena.models import (
    ArchivedDay,
    Installation,
    Ladder,
    League,
    Match,
    Pack,
    RatingRun,
    Tournament,
    Worker,
)

A_DAY = timedelta(days=1)
STALLED = timedelta(minutes=10)
LATE_FIT = 3600.0  # seconds, with waiting for other ladders' fits


@dataclass(frozen=True)
class WorkerHealth:
    """A worker process and its host's running matches."""

    worker: Worker
    is_awake: bool
    is_allowed: bool  # its version may work on this database
    matches: list[int]


@dataclass(frozen=True)
class LadderHealth:
    """An open ladder's longest wait and fit delay, in seconds."""

    ladder: Ladder
    longest_wait: float
    fit_delay: float

    @property
    def is_fit_late(self) -> bool:
        """Whether workers may have failed to fit."""
        return self.fit_delay > LATE_FIT


@dataclass(frozen=True)
class PlatformHealth:
    """Numbers of one moment."""

    queued: dict[str, int]  # matches by every purpose
    running: dict[str, int]  # matches by every purpose
    oldest_queued: float  # since the oldest was ordered; 0: none
    results_pending: int  # stored, not yet applied
    oldest_pending: float  # since the oldest of them was stored; 0: none
    ladders: list[LadderHealth]  # open ones
    ladders_stalled: int  # open ones, as `stalled_ladders` selects
    fit_delays: dict[str, float]  # by slug of every ladder; 0: none is due
    workers: list[WorkerHealth]  # not ended, last seen first
    rating_runs_pending: int  # unfinished rating runs
    failed_last_day: int  # void by host failures
    checks_failing: int  # that failed on their hosts three times or more
    set_aside_last_day: int  # results that could not be applied
    archive_damaged: int  # objects found missing or changed
    archive_age: float | None  # seconds since the last archive of public matches
    blocked_tournaments: list[Tournament]  # stopped by a problem
    blocked_leagues: list[League]
    statistics_delay: float  # since the oldest match that statistics lack; 0: none

    @property
    def awake(self) -> list[WorkerHealth]:
        return [worker for worker in self.workers if worker.is_awake]

    @property
    def without_uploads(self) -> list[WorkerHealth]:
        return [worker for worker in self.awake if worker.worker.uploads_problem]

    @property
    def of_other_versions(self) -> list[WorkerHealth]:
        return [worker for worker in self.awake if not worker.is_allowed]

    @property
    def alarmed(self) -> list[LadderHealth]:
        return [ladder for ladder in self.ladders if ladder.ladder.alarmed_at is not None]


def platform_health(now: datetime) -> PlatformHealth:
    """Read the numbers, all by index."""
    live = Match.objects.live().values("status", "purpose").order_by()
    rows = list(live.annotate(count=Count("pk"), oldest=Min("created_at")))
    waiting = [row["oldest"] for row in rows if row["status"] == Match.Status.QUEUED]
    counts = {(row["status"], row["purpose"]): row["count"] for row in rows}

    def by_purpose(status: str) -> dict[str, int]:
        return {purpose: counts.get((status, purpose), 0) for purpose in Match.Purpose.values}

    delays = _fit_delays(now)
    pending = list(Match.objects.pending().order_by().values_list("finished_at", flat=True))
    stored = [finished_at for finished_at in pending if finished_at is not None]
    return PlatformHealth(
        queued=by_purpose(Match.Status.QUEUED),
        running=by_purpose(Match.Status.RUNNING),
        oldest_queued=(now - min(waiting)).total_seconds() if waiting else 0.0,
        results_pending=len(pending),
        oldest_pending=max(0.0, (now - min(stored)).total_seconds()) if stored else 0.0,
        ladders=[
            LadderHealth(
                ladder, (now - (ladder.waits_since or now)).total_seconds(), delays[ladder.slug]
            )
            for ladder in Ladder.objects.open().with_first_wait().order_by("pk")
        ],
        ladders_stalled=stalled_ladders(now).count(),
        fit_delays=delays,
        workers=_workers(),
        rating_runs_pending=RatingRun.objects.filter(state=RatingRun.State.FILLING).count(),
        failed_last_day=Match.objects.failed_since(now - A_DAY).count(),
        checks_failing=Match.objects.failing_checks().count(),
        set_aside_last_day=Match.objects.set_aside_since(now - A_DAY).count(),
        archive_age=archive_age(now),
        blocked_tournaments=list(Tournament.objects.blocked().order_by("starts_at", "pk")),
        blocked_leagues=list(League.objects.blocked().order_by("pk")),
        statistics_delay=_statistics_delay(now),
        archive_damaged=Pack.objects.filter(damaged_at__isnull=False).count(),
    )


def archive_age(now: datetime) -> float | None:
    """Return seconds since an archive of public matches was made, or could have been.

    None: it is off, or no match has ended.
    """
    if not settings.ARCHIVE_MATCHES:
        return None
    made_at = ArchivedDay.objects.order_by("-day").values_list("made_at", flat=True)
    ended = Match.objects.filter(status=Match.Status.FINISHED, finished_at__isnull=False)
    first = ended.order_by("finished_at").values_list("finished_at", flat=True)
    since = made_at.first() or first.first()
    return (now - since).total_seconds() if since else None


def _statistics_delay(now: datetime) -> float:
    """Return seconds since the oldest uncounted match ended."""
    match = _not_counted().order_by("serial").values("finished_at")[:1]
    late = Ladder.objects.annotate(since=Subquery(match)).order_by()
    since = late.values_list("since", flat=True)
    return max(((now - ended).total_seconds() for ended in since if ended), default=0.0)


def ladders_not_counted(since: datetime) -> QuerySet[Ladder]:
    """Select ladders whose statistics stand still though matches ended before."""
    late = Ladder.objects.filter(Exists(_not_counted().filter(finished_at__lt=since)))
    begun = late.filter(statistics_progress__isnull=False)
    return begun.exclude(statistics_progress__counted_at__gte=since)


def _not_counted() -> QuerySet[Match]:
    """Select matches that an outer ladder's statistics lack."""
    counted = Coalesce(OuterRef("statistics_progress__last_serial"), 0)
    return Match.objects.filter(ladder=OuterRef("pk"), serial__gt=counted)


def stalled_ladders(now: datetime) -> QuerySet[Ladder]:
    """Select open ladders whose matches are due, of which none has ended for ten minutes."""
    since = now - STALLED
    matches = Match.objects.of_platform().filter(
        ladder=OuterRef("pk"), purpose=Match.Purpose.LADDER
    )
    waiting = matches.due(since).filter(created_at__lt=since)
    ended = matches.filter(status=Match.Status.FINISHED, finished_at__gte=since)
    return Ladder.objects.open().filter(Exists(waiting.order_by()), ~Exists(ended))


def _fit_delays(now: datetime) -> dict[str, float]:
    """Return seconds since fits are due, by slug."""
    rated = Match.objects.filter(ladder=OuterRef("pk"), serial__gte=OuterRef("next_fit"))
    since = Subquery(rated.order_by("serial").values("finished_at")[:1])
    due = Ladder.objects.order_by("pk").values_list("slug", since)
    return {slug: (now - due_at).total_seconds() if due_at else 0.0 for slug, due_at in due}


def _workers() -> list[WorkerHealth]:
    matches, now = defaultdict(list), database_now()
    allowed = Installation.allowed_versions()
    for pk, claim in Match.objects.running().order_by("pk").values_list("pk", "worker"):
        matches[host_of(claim)].append(pk)
    return [
        WorkerHealth(
            worker,
            worker.is_awake(now),
            worker.version in allowed,
            matches[worker.host] if worker.plays else [],
        )
        for worker in Worker.objects.filter(ended_at=None).order_by("-seen_at")
    ]
