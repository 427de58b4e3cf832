"""Celery task of archiving and pruning."""

from pathlib import Path

import structlog
from celery import shared_task
from django.conf import settings
from django.db import close_old_connections

from arena.actions.matches.archive_day import archive_day
from arena.actions.matches.archive_games import archive_games
from arena.hosts import slot
from arena.models import TickStep
from website.pruning.prune import prune as prune_some

log = structlog.get_logger(__name__)


@shared_task(name="website.prune")
def prune() -> None:
    """Archive recent games, and prune some old data."""
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
        if is_free:
            archive_day()
