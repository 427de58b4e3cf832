"""Celery task of pruning."""

from celery import shared_task

from website.pruning.prune import prune as prune_some


@shared_task(name="website.prune")
def prune() -> None:
    """Prune some old data."""
    prune_some()
