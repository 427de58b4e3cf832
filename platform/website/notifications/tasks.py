"""Celery tasks of notifications."""

from celery import shared_task

from arena.queue.enqueue import enqueue_task
from website.accounts.account_deletion import erase_some
from website.notifications.delivery_worker import send_all


@shared_task(name="website.deliver")
def post() -> None:
    """Send what is due, erase deleted accounts' data, and repeat while there is more."""
    is_more = send_all()
    is_more |= erase_some()
    if is_more:
        enqueue_task(name="website.deliver", args=[])
