"""How the platform is doing: the numbers for `/metrics` and for organisers' pages."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, OuterRef, Subquery

from arena.database_clock import database_now
from arena.hosts import host_of
from arena.models import Epoch, Ladder, Match, Worker

A_DAY = timedelta(days=1)
LATE_FIT = 3600.0  # seconds; a fit takes some of them, and waits for those of other ladders


@dataclass(frozen=True)
class WorkerHealth:
    """A worker process, and the ids of the matches that its host plays now."""

    worker: Worker
    is_awake: bool
    matches: list[int]


@dataclass(frozen=True)
class LadderHealth:
    """An open ladder, and for how many seconds the bot that waits longest there has waited, and a
    fit has been due. Its `alarmed_at` says since when the wait has been too long."""

    ladder: Ladder
    longest_wait: float
    fit_delay: float

    @property
    def is_fit_late(self) -> bool:
        """Has a fit been due for so long that its workers may have failed?"""
        return self.fit_delay > LATE_FIT


@dataclass(frozen=True)
class PlatformHealth:
    """The numbers of one moment; times in seconds."""

    queued: dict[str, int]  # matches that wait, by purpose; every purpose is there
    running: dict[str, int]  # and those that are being played
    oldest_queued: float  # since the match that has waited longest was ordered; 0: none waits
    ladders: list[LadderHealth]  # the open ones
    fit_delays: dict[str, float]  # of all ladders, by slug, since a fit is due; 0: none is
    workers: list[WorkerHealth]  # of the last day, those heard of last first
    epochs_to_fill: int  # computations of ratings that wait or are under way
    failed_last_day: int  # matches that are void because hosts failed

    @property
    def awake(self) -> list[WorkerHealth]:
        """The workers heard of in the last minute."""
        return [one for one in self.workers if one.is_awake]

    @property
    def alarmed(self) -> list[LadderHealth]:
        """The ladders on which a bot has waited too long: see KINGSBENCH_WAIT_ALARM."""
        return [one for one in self.ladders if one.ladder.alarmed_at is not None]


def platform_health(now: datetime) -> PlatformHealth:
    """How things stand: some queries and one more an open ladder, all by index."""
    live = Match.objects.live().values("status", "purpose").order_by()
    found = list(live.annotate(count=Count("pk"), oldest=Min("created_at")))
    waiting = [one["oldest"] for one in found if one["status"] == Match.Status.QUEUED]
    counts = {(one["status"], one["purpose"]): one["count"] for one in found}

    def by_purpose(status: str) -> dict[str, int]:
        return {purpose: counts.get((status, purpose), 0) for purpose in Match.Purpose.values}

    delays = _fit_delays(now)
    return PlatformHealth(
        queued=by_purpose(Match.Status.QUEUED),
        running=by_purpose(Match.Status.RUNNING),
        oldest_queued=(now - min(waiting)).total_seconds() if waiting else 0.0,
        ladders=[
            LadderHealth(ladder, ladder.entries.all().longest_wait(now), delays[ladder.slug])
            for ladder in Ladder.objects.open().order_by("pk")
        ],
        fit_delays=delays,
        workers=_workers(),
        epochs_to_fill=Epoch.objects.filter(state=Epoch.State.FILLING).count(),
        failed_last_day=Match.objects.failed_since(now - A_DAY).count(),
    )


def _fit_delays(now: datetime) -> dict[str, float]:
    """For each ladder, by its slug, how many seconds ago the match was finished after which its fit
    is due; 0 where none is due. A ladder whose ratings are all computed again is no exception."""
    rated = Match.objects.filter(ladder=OuterRef("pk"), serial__gte=OuterRef("next_fit"))
    since = Subquery(rated.order_by("serial").values("finished_at")[:1])
    due = Ladder.objects.order_by("pk").values_list("slug", since)
    return {slug: (now - at).total_seconds() if at else 0.0 for slug, at in due}


def _workers() -> list[WorkerHealth]:
    matches, now = defaultdict(list), database_now()
    for pk, claim in Match.objects.running().order_by("pk").values_list("pk", "worker"):
        matches[host_of(claim)].append(pk)
    return [
        WorkerHealth(worker, worker.is_awake(now), matches[worker.host] if worker.plays else [])
        for worker in Worker.objects.filter(ended_at=None).order_by("-seen_at")
    ]
