"""Ring for the workers: a message that says that a match waits. The match row is the queue."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import ChannelError, OperationalError

from arena.database_clock import database_now
from arena.models import Match

log = structlog.get_logger(__name__)


def enqueue(*, matches: Iterable[Match]) -> None:
    """Ring for these matches once the transaction is committed, when they are due.

    A broker that is away is logged and forgiven: the tick rings again.
    """
    for match in matches:
        transaction.on_commit(partial(_send_match, match))


def enqueue_task(*, name: str, args: list[Any], delay: float = 0.0) -> None:
    """Ring for work that stands in a row of its own, once the transaction is committed and `delay`
    seconds have passed."""
    transaction.on_commit(partial(_send, name, args, delay))


def _send_match(match: Match) -> None:
    wait = (match.not_before - database_now()).total_seconds() if match.not_before else 0.0
    _send("arena.play", [match.pk], max(wait, 0.0))


def _send(name: str, args: list[Any], delay: float = 0.0) -> None:
    try:
        current_app.send_task(name, args=args, countdown=delay or None)
    except (OperationalError, ChannelError, OSError) as error:
        log.warning("bell_unheard", task=name, about=args, error=str(error))
