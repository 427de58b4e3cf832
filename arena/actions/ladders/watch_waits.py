"""Raise the alarm where a bot has waited too long for a match, and end it."""

from datetime import datetime

import structlog
from django.conf import settings

from arena.database_clock import database_now
from arena.models import Ladder

OVER = 0.8  # of the limit: else an alarm at the brink would go off again and again
log = structlog.get_logger(__name__)


def watch_waits(*, now: datetime | None = None) -> None:
    """Log a warning once for each spell in which a bot of an open ladder waits for longer than
    KINGSBENCH_WAIT_ALARM, whichever worker looks; `Ladder.alarmed_at` keeps since when."""
    now = now or database_now()
    Ladder.objects.alarmed().exclude(state=Ladder.State.OPEN).update(alarmed_at=None)
    for ladder in Ladder.objects.open():
        wait = ladder.entries.all().longest_wait(now)
        seen = Ladder.objects.filter(pk=ladder.pk)
        if wait > settings.WAIT_ALARM:
            if seen.filter(alarmed_at=None).update(alarmed_at=now):
                log.warning("longest_wait_alarm", ladder=ladder.slug, seconds=round(wait))
        elif wait < OVER * settings.WAIT_ALARM and seen.alarmed().update(alarmed_at=None):
            log.info("longest_wait_over", ladder=ladder.slug, seconds=round(wait))
