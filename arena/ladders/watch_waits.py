from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db.models import Q

from arena.core.database_clock import database_now
from arena.models import Ladder

OVER = 0.8  # of the limit: hysteresis
log = structlog.get_logger(__name__)


def watch_waits(*, now: datetime | None = None) -> None:
    """Log once, over all workers, a wait beyond KINGSBENCH_WAIT_ALARM."""
    now = now or database_now()
    Ladder.objects.alarmed().exclude(state=Ladder.State.OPEN).update(alarmed_at=None)
    brink = now - timedelta(seconds=OVER * settings.WAIT_ALARM)
    waiting = Ladder.objects.open().with_first_wait()
    for ladder in waiting.filter(Q(waits_since__lt=brink) | Q(alarmed_at__isnull=False)):
        wait = (now - (ladder.waits_since or now)).total_seconds()
        seen = Ladder.objects.filter(pk=ladder.pk)
        if wait > settings.WAIT_ALARM:
            if seen.filter(alarmed_at=None).update(alarmed_at=now):
                log.warning("longest_wait_alarm", ladder=ladder.slug, seconds=round(wait))
        elif wait < OVER * settings.WAIT_ALARM and seen.alarmed().update(alarmed_at=None):
            log.info("longest_wait_over", ladder=ladder.slug, seconds=round(wait))
