"""A league's starts: Debian's cron in a time zone, with `L`, `LW` and `FRI#1`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError
from cronsim.cronsim import SpecItem

FIELDS = 5
LINE_MOST = 100
EPOCH = datetime(2000, 1, 1)  # noqa: DTZ001 (wall clock time)


class BadSchedule(ValueError):
    """The message says why, in English."""


class BadCron(BadSchedule):
    """No cron expression."""


class NeverFires(BadSchedule):
    """No such day exists."""


class UnknownZone(BadSchedule):
    """No such time zone."""


class Calendar(NamedTuple):
    """A parsed expression.

    Nth weekday -1000: the last; days -1000, -1001: last day, last working day. `either` day field
    suffices.
    """

    minutes: set[int]
    hours: set[int]
    days: set[int]
    months: set[int]
    weekdays: set[SpecItem]
    either: bool


@dataclass(frozen=True)
class Schedule:
    """Raises BadCron, NeverFires or UnknownZone."""

    cron: str
    zone: str

    def __post_init__(self) -> None:
        if self.zone not in zones():
            raise UnknownZone(f"Unknown time zone {self.zone!r}: use a name like Europe/Berlin.")
        if len(self.cron) > LINE_MOST or len(self.cron.split()) != FIELDS:
            raise BadCron(
                "A cron expression needs five fields: minute, hour, day of the month, month, day "
                "of the week. For every Friday at 18:00, use 0 18 * * FRI."
            )
        never = NeverFires(f"{self.cron!r} never occurs: none of the months has such a day.")
        try:
            next(CronSim(self.cron, EPOCH))
        except StopIteration:
            raise never from None
        except CronSimError as problem:
            # It refuses 30 February, too: there each of the two fields is fine without the other.
            minute, hour, day, month, weekday = self.cron.split()
            if _parses(minute, hour, day, "*", weekday) and _parses(
                minute, hour, "*", month, weekday
            ):
                raise never from problem
            raise BadCron(f"{problem} in the cron expression {self.cron!r}.") from problem

    def next(self, after: datetime) -> datetime:
        return next(self.starts(after))

    def starts(self, after: datetime) -> Iterator[datetime]:
        """Yield later starts in UTC, ascending; over clock changes as Debian's cron."""
        last = after
        for start in CronSim(self.cron, after.astimezone(ZoneInfo(self.zone))):
            moment = start.astimezone(UTC)
            if moment > last:  # of what occurs twice, the first may lie before
                yield moment
                last = moment

    def calendar(self) -> Calendar:
        parsed = CronSim(self.cron, EPOCH)
        return Calendar(
            parsed.minutes,
            parsed.hours,
            parsed.days,
            parsed.months,
            parsed.weekdays,
            not parsed.day_and,
        )


@cache
def zones() -> frozenset[str]:
    """Return known time zones."""
    return frozenset(available_timezones())


def _parses(*fields: str) -> bool:
    try:
        CronSim(" ".join(fields), EPOCH)
    except CronSimError:
        return False
    return True
