"""Celery task of archiving and pruning."""

import structlog
from celery import shared_task
from django.db import close_old_connections

from arena.actions.matches.archive_games import archive_games
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
