"""When a league starts: a cron expression in a time zone, and the moments in UTC that it means.

The expression is read as Debian's cron reads it (five fields, names, ranges, steps, and `L`, `LW`
and `FRI#1` for last and nth days; where both day fields are restricted, either is enough). A start
is a time on the wall clock of the zone: one that clocks jump over is played at the moment they
jump, one that they show twice is played when they show it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError
from cronsim.cronsim import SpecItem

FIELDS = 5
LINE_MOST = 100
EPOCH = datetime(2000, 1, 1)  # noqa: DTZ001 (a time on a wall clock has no zone)
MINUTE = timedelta(minutes=1)


class BadSchedule(ValueError):
    """No league can start so; the message says why, in English."""


class BadCron(BadSchedule):
    """This is no cron expression."""


class NeverFires(BadSchedule):
    """The expression names no day that there is."""


class UnknownZone(BadSchedule):
    """There is no such time zone."""


class Calendar(NamedTuple):
    """The expression taken apart. A pair of weekday and n is the nth of a month, -1000 the last;
    `days` may hold -1000, the last of the month, and -1001, its last day from Monday to Friday.
    `either`: one of both day fields is enough."""

    minutes: set[int]
    hours: set[int]
    days: set[int]
    months: set[int]
    weekdays: set[SpecItem]
    either: bool


@dataclass(frozen=True)
class Schedule:
    """Starts by the calendar. Raises BadCron, NeverFires or UnknownZone."""

    cron: str
    zone: str

    def __post_init__(self) -> None:
        if self.zone not in zones():
            raise UnknownZone(f"There is no time zone {self.zone!r}: write it like Europe/Berlin.")
        _check(self.cron)

    def next(self, after: datetime) -> datetime:
        """The first start later than this moment, in UTC."""
        return next(self.starts(after))

    def starts(self, after: datetime) -> Iterator[datetime]:
        """All starts later than this moment, in UTC, each later than the one before."""
        zone, last = ZoneInfo(self.zone), after
        for wall in CronSim(self.cron, after.astimezone(zone).replace(tzinfo=None)):
            moment = _moment(wall, zone)
            if moment > last:
                yield moment
                last = moment

    def calendar(self) -> Calendar:
        """The fields as sets."""
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
    """The names of all time zones that this machine knows."""
    return frozenset(available_timezones())


def _moment(wall: datetime, zone: ZoneInfo) -> datetime:
    """When a clock in the zone shows this time first, or jumps over it."""
    while not _exists(wall, zone):
        wall += MINUTE
    return wall.replace(tzinfo=zone).astimezone(UTC)


def _exists(wall: datetime, zone: ZoneInfo) -> bool:
    moment = wall.replace(tzinfo=zone).astimezone(UTC)
    return moment.astimezone(zone).replace(tzinfo=None, fold=0) == wall


def _check(line: str) -> None:
    if len(line) > LINE_MOST or len(line.split()) != FIELDS:
        raise BadCron(
            "A cron expression has five fields: minute, hour, day of the month, month, day of the "
            "week. Every Friday at 18:00 is 0 18 * * FRI."
        )
    try:
        next(CronSim(line, EPOCH))
    except StopIteration:
        raise _never(line) from None
    except CronSimError as problem:
        if _names_no_day(line):
            raise _never(line) from problem
        raise BadCron(f"{problem} in the cron expression {line!r}.") from problem


def _never(line: str) -> NeverFires:
    return NeverFires(f"{line!r} never comes: no month of those named has such a day.")


def _names_no_day(line: str) -> bool:
    """Is every field fine by itself, and only this day in these months impossible?"""
    minute, hour, day, month, weekday = line.split()
    return _parses(minute, hour, day, "*", weekday) and _parses(minute, hour, "*", month, weekday)


def _parses(*fields: str) -> bool:
    try:
        CronSim(" ".join(fields), EPOCH)
    except CronSimError:
        return False
    return True
