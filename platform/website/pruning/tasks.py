"""Celery's door to pruning."""

from celery import shared_task

from website.pruning.prune import prune as prune_some


@shared_task(name="website.prune")
def prune() -> None:
    """Remove some of what is old; the next run goes on."""
    prune_some()
