"""Celery tasks of notifications."""

from celery import shared_task

from arena.actions.workers.enqueue import ring_task
from website.accounts.farewell import erase_some
from website.notices.courier import send_all


@shared_task(name="website.post")
def post() -> None:
    """Send what is due and erase data of deleted accounts; enqueue itself while there is more."""
    is_more = send_all()
    is_more |= erase_some()
    if is_more:
        ring_task(name="website.post", args=[])
