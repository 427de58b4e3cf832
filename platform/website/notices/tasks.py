"""Celery's doors to the notices: what waits is sent, what is old is let go."""

from celery import shared_task

from arena.actions.ring import ring_task
from website.accounts.farewell import erase_some
from website.notices.courier import send_all
from website.notices.pruning import prune_notices


@shared_task(name="website.post")
def post() -> None:
    """The courier, rung for on commit and by the beat: send what is due, and erase what former
    members left; again at once while there is more."""
    is_more = send_all()
    is_more |= erase_some()
    if is_more:
        ring_task(name="website.post", args=[])


@shared_task(name="website.prune")
def prune() -> None:
    """Let go of some old notices; the next run goes on."""
    prune_notices()
