"""Running matches that go back to the queue, and lost ones."""

from datetime import timedelta

import structlog
from django.db import transaction

from arena.core.database_clock import database_now
from arena.core.hosts import host_of
from arena.core.locks import lock_match
from arena.matches.watch_live import hide_live
from arena.models import Ladder, Match, Worker
from arena.notifications.notify_challenge import notify_finished
from arena.queue.enqueue import enqueue
from arena.queue.models.leased import MOST_TRIES, reap
from arena.results.bench import bench_suspects
from engine.messages import Message
from engine.messages import gettext_noop as _

log = structlog.get_logger(__name__)


@transaction.atomic
def return_match(
    *, match: Match, error: str, counts: bool = True, rest: timedelta = timedelta()
) -> Match:
    """Queue the match again, or void it after three tries. Raises ClaimLost.

    A stop or an unreachable storage is no try (`counts`); claimable after `rest`. A check is never
    void: its bot is not to blame, and would stay rejected.
    """
    lock_match(match=match, failing=range(match.seats_count) if counts else ())
    held = Match.objects.lock_claimed(match)
    held.tries += counts
    if counts:
        failed = host_of(held.worker)  # avoided, if another host can play the match
        others = Worker.objects.able().filter(slots__gt=0).exclude(host=failed)
        held.failed_host = failed if any(not worker.play_problem for worker in others) else ""
    if held.tries >= MOST_TRIES and held.purpose != Match.Purpose.CHECK:
        _void(held, error)
    else:
        _queue_again(held, error, held.rest if counts else rest)
    log.warning(
        "match_returned",
        match=held.pk,
        purpose=held.purpose,
        tries=held.tries,
        status=held.status,
        error=error,
    )
    if counts:
        bench_suspects(match=held)
    return held


@transaction.atomic
def void_match(*, match: Match, error: str) -> Match:
    """Void a claimed match that no worker can play; a check waits. Raises ClaimLost."""
    if match.purpose == Match.Purpose.CHECK:
        return return_match(match=match, error=error)
    lock_match(match=match)
    held = Match.objects.lock_claimed(match)
    _void(held, error)
    log.error("match_void", match=held.pk, purpose=held.purpose, error=error)
    return held


def _void(match: Match, error: str) -> None:
    hide_live(match=match)
    match.status = Match.Status.VOID
    match.error, match.lease_until, match.finished_at = error, None, database_now()
    match.is_pending = match.candidate_id is not None  # its trial goes on, by those who may order
    changed = ["status", "error", "lease_until", "finished_at", "tries", "is_pending"]
    match.save(update_fields=changed)
    if match.ladder_id is not None:
        Ladder.objects.filter(pk=match.ladder_id).look_again()
    notify_finished(matches=[match])


def _queue_again(match: Match, error: str, rest: timedelta) -> None:
    hide_live(match=match)
    match.status = Match.Status.QUEUED
    match.worker, match.error, match.lease_until = "", error, None
    match.not_before = database_now() + rest
    match.save(
        update_fields=[
            "status", "worker", "error", "lease_until", "not_before", "tries", "failed_host"
        ]
    )  # fmt: skip
    enqueue(matches=[match])


def reap_leases() -> list[Match]:
    """Requeue running matches with expired leases."""
    return reap(Match.objects.overdue(database_now()), _return_lost)


def reap_ended() -> list[Match]:
    """Requeue running matches whose process on this host has ended."""
    return reap(Match.objects.ended(), _return_lost)


def _return_lost(match: Match) -> Match:
    return return_match(match=match, error=Message(_("The worker was lost.")))
