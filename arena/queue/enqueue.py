"""Wakes workers; the match row is the queue."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import ChannelError, OperationalError

from arena.core.database_clock import database_now
from arena.models import Match, Worker

log = structlog.get_logger(__name__)


def enqueue(*, matches: Iterable[Match], slots: int = 0) -> None:
    """Wake idle workers on commit, or when the matches are due.

    Busy ones look for the next match themselves; without a broker the tick sends again.
    """
    if ordered := list(matches):
        transaction.on_commit(partial(_wake, ordered, slots))


def enqueue_task(*, name: str, args: list[Any], delay: float = 0.0) -> None:
    """Send a task `delay` seconds after commit."""
    transaction.on_commit(partial(_send, name, args, delay))


def _wake(matches: Sequence[Match], slots: int) -> None:
    now = database_now() if any(match.not_before for match in matches) else None
    due = [match for match in matches if _wait(match, now) <= 0]
    checks = [match for match in due if match.purpose == Match.Purpose.CHECK]
    others = [match for match in due if match.purpose != Match.Purpose.CHECK]
    for match in [*checks, *others[: idle_slots(slots) if others else 0]]:
        _send("arena.play", [match.pk])
    for match in matches:
        if match not in due:
            _send("arena.play", [match.pk], _wait(match, now))


def idle_slots(slots: int = 0) -> int:
    """Count the free slots of awake workers."""
    slots = slots or Worker.objects.slots() or settings.CORES
    playing = Match.objects.running().exclude(purpose=Match.Purpose.CHECK).count()
    return max(0, slots - playing)


def _wait(match: Match, now: datetime | None) -> float:
    return (match.not_before - now).total_seconds() if match.not_before and now else 0.0


def _send(name: str, args: list[Any], delay: float = 0.0) -> None:
    try:
        current_app.send_task(name, args=args, countdown=delay or None)
    except (OperationalError, ChannelError, OSError) as error:
        log.warning("bell_unheard", task=name, about=args, error=str(error))
