"""Celery's door to the notices: what waits is sent."""

from celery import shared_task

from arena.actions.workers.enqueue import enqueue_task
from website.accounts.farewell import erase_some
from website.notices.courier import send_all


@shared_task(name="website.post")
def post() -> None:
    """The courier, rung for on commit and by the beat: send what is due, and erase what former
    members left; again at once while there is more."""
    is_more = send_all()
    is_more |= erase_some()
    if is_more:
        enqueue_task(name="website.post", args=[])
