"""Turns on a ladder: what a match costs a bot, and an alarm where turns come too late."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db.models import Q

from arena.core.database_clock import database_now
from arena.ladders.opponents import charged_finish
from arena.models import Entry, Ladder, Match, Seat

OVER = 0.8  # of the limit: hysteresis
log = structlog.get_logger(__name__)


def charge_turns(
    *,
    match: Match,
    ladder: Ladder,
    seats: Sequence[Seat],
    entries: Mapping[int, Entry],
    sharers: Mapping[int, int],
) -> None:
    """Charge each bot its wall or CPU seconds, the larger, plus a share of unused time.

    Changes the entries, by bot, for the caller to store; `sharers`: an owner's playing bots. The
    caller holds the ladder's lock.
    """
    ended_at = match.finished_at or match.created_at
    wall = (ended_at - (match.started_at or ended_at)).total_seconds()
    shared = max(0.0, wall - sum(_seconds(seat) for seat in seats)) / len(seats)
    # A sleeping bot pays alone. Unrated matches count too: else the same bots would be next for
    # ever.
    for seat in seats:
        bot, entry = seat.version.bot, entries.get(seat.version.bot_id)
        if entry is None:
            continue
        entry.virtual_finish = charged_finish(
            entry.virtual_finish,
            virtual_time=ladder.virtual_time,
            seconds=_seconds(seat) + shared,
            bots=1 if bot.is_house else max(1, sharers.get(bot.owner_id, 0)),
            matches=entry.version_matches,
        )
        entry.version_matches += seat.version_id == bot.current_id
        entry.waiting_since = entry.last_played_at = ended_at


def _seconds(seat: Seat) -> float:
    return max(seat.wall, seat.cpu)


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
