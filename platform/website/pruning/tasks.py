"""Celery tasks behind play: archives, pruning, statistics."""

from pathlib import Path
from time import monotonic

import structlog
from celery import shared_task
from django.conf import settings
from django.db import close_old_connections

from arena.core.hosts import slot
from arena.core.isolate_errors import isolate_errors
from arena.matches.archive_day import archive_day
from arena.matches.archive_games import archive_games
from arena.models import TickStep
from arena.queue.enqueue import enqueue_task
from arena.queue.refusals import uploads_problem
from arena.results.count_statistics import count_statistics, to_count
from website.pruning.prune import prune as prune_some

STATISTICS_SECONDS = 5.0  # then another task, such as mail, has its turn

log = structlog.get_logger(__name__)


@shared_task(name="website.prune")
def prune() -> None:
    """Archive recent games, and prune some old data."""
    if _has_no_storage():
        return
    try:
        while archive_games():
            pass
    except Exception:
        log.exception("archive_failed")
        close_old_connections()
        TickStep.objects.failed("archive")
    prune_some()


@shared_task(name="website.archive")
def archive() -> None:
    """Make the archive of a day's public matches that is missing; one process a host."""
    with slot(Path(settings.VAR) / "archives", 1) as is_free:
        if is_free and not _has_no_storage():
            archive_day()


def _has_no_storage() -> bool:
    """Return whether files would go elsewhere than to the platform's storage, and be lost there."""
    if problem := uploads_problem():
        log.error("uploads_not_ours", problem=problem)
        TickStep.objects.failed("archive")
    return bool(problem)


@shared_task(name="website.statistics")
def statistics() -> None:
    """Count finished games of all ladders for some seconds; one process a host."""
    until = monotonic() + STATISTICS_SECONDS
    with slot(Path(settings.VAR) / "statistics", 1) as is_free:
        for ladder in to_count() if is_free else ():
            with isolate_errors(kind="statistics", pk=ladder.pk):
                while monotonic() < until and count_statistics(ladder=ladder):
                    pass
            if monotonic() >= until:
                enqueue_task(name="website.statistics", args=[])
                return
