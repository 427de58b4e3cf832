"""Give a match back that could not be played to its end, by nobody's fault."""

from datetime import timedelta

import structlog
from django.db import transaction

from arena.actions.errors import ClaimLost
from arena.actions.locks import lock_match
from arena.actions.matches.watch_live import hide_live
from arena.actions.results.bench_suspects import bench_suspects
from arena.actions.results.finish_check import finish_check
from arena.actions.workers.enqueue import enqueue
from arena.database_clock import database_now
from arena.models import Match
from arena.models.matches import MOST_TRIES

REST_SECONDS = 2.0  # before the second try, and twice as long before the third
log = structlog.get_logger(__name__)


@transaction.atomic
def return_match(
    *, match: Match, error: str, counts: bool = True, rest: timedelta = timedelta()
) -> Match:
    """Put the match back into the queue, or void it after three tries; no rating moves.

    An interruption (a worker that was told to stop, a storage that is away) does not count as a
    try; then the match may be taken again after `rest`. Raises ClaimLost where the claim that
    `match` was read with does not hold any more.
    """
    lock_match(match=match, failing=range(match.seats_count) if counts else ())
    held = Match.objects.held_by(match.worker).select_for_update().filter(pk=match.pk).first()
    if held is None:
        raise ClaimLost(f"match {match.pk} is no longer held by {match.worker}")
    held.tries += counts
    if held.tries >= MOST_TRIES:
        _void(held, error)
    else:
        rest = timedelta(seconds=REST_SECONDS * 2 ** (held.tries - 1)) if counts else rest
        _queue_again(held, error, rest)
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
    """Void a claimed match that no worker could play, such as one of a game that is gone."""
    lock_match(match=match)
    held = Match.objects.held_by(match.worker).select_for_update().filter(pk=match.pk).first()
    if held is None:
        raise ClaimLost(f"match {match.pk} is no longer held by {match.worker}")
    _void(held, error)
    log.error("match_void", match=held.pk, purpose=held.purpose, error=error)
    return held


def _void(match: Match, error: str) -> None:
    hide_live(match=match)
    match.status = Match.Status.VOID
    match.error, match.lease_until, match.finished_at = error, None, database_now()
    match.save(update_fields=["status", "error", "lease_until", "finished_at", "tries"])
    if match.purpose == Match.Purpose.CHECK:
        finish_check(match=match)


def _queue_again(match: Match, error: str, rest: timedelta) -> None:
    hide_live(match=match)
    match.status = Match.Status.QUEUED
    match.worker, match.error, match.lease_until = "", error, None
    match.not_before = database_now() + rest
    match.save(update_fields=["status", "worker", "error", "lease_until", "not_before", "tries"])
    enqueue(matches=[match])
