"""Schedules across clock changes; invalid expressions are rejected."""

import calendar
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.leagues.schedule import BadCron, BadSchedule, NeverFires, Schedule, UnknownZone

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"
LORD_HOWE, KOLKATA = "Australia/Lord_Howe", "Asia/Kolkata"
STARTS = {  # schedule, the day before which to begin: the starts in UTC
    "summer": ("0 18 * * FRI", BERLIN, "2026-07-01", ["2026-07-03 16:00", "2026-07-10 16:00"]),
    "over the jump": ("0 18 * * *", BERLIN, "2026-03-28", ["2026-03-28 17:00", "2026-03-29 16:00"]),
    "a time jumped over": (
        "30 2 * * *",
        BERLIN,
        "2026-03-28",
        ["2026-03-28 01:30", "2026-03-29 01:00", "2026-03-30 00:30"],
    ),
    "a time there twice": (
        "30 2 * * *",
        BERLIN,
        "2026-10-24",
        ["2026-10-24 00:30", "2026-10-25 00:30", "2026-10-26 01:30"],
    ),
    "every hour over the jump": (
        "0 * * * *",
        BERLIN,
        "2026-03-29",
        ["2026-03-28 23:00", "2026-03-29 00:00", "2026-03-29 01:00", "2026-03-29 02:00"],
    ),
    "every hour, one there twice": (
        "0 1-3 * * *",
        BERLIN,
        "2026-10-25",
        ["2026-10-24 23:00", "2026-10-25 00:00", "2026-10-25 02:00", "2026-10-26 00:00"],
    ),
    "every hour, both of two": (
        "0 * * * *",
        BERLIN,
        "2026-10-25",
        ["2026-10-24 22:00", "2026-10-24 23:00", "2026-10-25 00:00", "2026-10-25 01:00"],
    ),
    "every half hour, both of two": (
        "*/30 2 * * *",
        BERLIN,
        "2026-10-25",
        ["2026-10-25 00:00", "2026-10-25 00:30", "2026-10-25 01:00", "2026-10-25 01:30"],
    ),
    "nothing is made up for a skipped hour": (
        "30 * * * *",
        BERLIN,
        "2026-03-29",
        ["2026-03-28 23:30", "2026-03-29 00:30", "2026-03-29 01:30", "2026-03-29 02:30"],
    ),
    "New York jumped over": ("15 2 * * SUN", NEW_YORK, "2026-03-05", ["2026-03-08 07:00"]),
    "New York twice": ("15 1 1 11 *", NEW_YORK, "2026-10-31", ["2026-11-01 05:15"]),
    "half an hour jumped over": (
        "15 2 * * *",
        LORD_HOWE,
        "2026-10-03",
        ["2026-10-02 15:45", "2026-10-03 15:30", "2026-10-04 15:15"],
    ),
    "half an hour there, not jumped over": (
        "45 2 4 10 *",
        LORD_HOWE,
        "2026-10-03",
        ["2026-10-03 15:45"],
    ),
    "half an hour there twice": (
        "45 1 * * *",
        LORD_HOWE,
        "2026-04-04",
        ["2026-04-03 14:45", "2026-04-04 14:45", "2026-04-05 15:15"],
    ),
    "never shifted": ("0 18 * * *", KOLKATA, "2026-03-29", ["2026-03-29 12:30"]),
    "a day that a zone left out": (
        "0 12 30 12 *",
        "Pacific/Apia",
        "2011-12-01",
        ["2011-12-30 10:00"],
    ),
    "leap days": ("0 0 29 2 *", "UTC", "2026-01-01", ["2028-02-29 00:00", "2032-02-29 00:00"]),
    "the last day": ("0 0 L * *", "UTC", "2026-02-01", ["2026-02-28 00:00", "2026-03-31 00:00"]),
    "either day": ("0 0 13 * FRI", "UTC", "2026-11-12", ["2026-11-13 00:00", "2026-11-20 00:00"]),
}
BAD = ["", "0 18 * *", "0 0 18 * * FRI", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *"]
WORSE = [
    "* * * * 8",
    "@daily",
    "a b c d e",
    "*/0 * * * *",
    "5-1 * * * *",
    "* * * * FRI#6",
    "٣ * * * *",
]
NEVER = ["0 0 30 2 *", "0 0 31 2,4,6,9,11 *", "0 18 31 APR *"]
ZONES = st.sampled_from([BERLIN, NEW_YORK, LORD_HOWE, KOLKATA, "UTC", "Africa/Casablanca"])
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
CRONS = st.builds(
    "{} {} * * {}".format,
    st.integers(0, 59),
    st.sampled_from(["*", "0", "1", "2", "3", "1-3", "*/2", "18"]),
    st.sampled_from(["*", "SUN", "FRI,SUN"]),
)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize("case", STARTS)
def test_starts_keep_to_the_clock_on_the_wall(case: str) -> None:
    cron, zone, day, expected = STARTS[case]
    begin = datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(zone)) - timedelta(seconds=1)
    found = list(islice(Schedule(cron, zone).starts(begin), len(expected)))
    assert found == [at(text) for text in expected]
    assert all(start.tzinfo is UTC for start in found)


@given(CRONS, ZONES, MOMENTS)
def test_starts_go_on_and_any_moment_leads_to_the_same_ones(
    cron: str, zone: str, moment: datetime
) -> None:
    schedule = Schedule(cron, zone)
    starts = list(islice(schedule.starts(moment), 30))
    assert moment < starts[0]
    for one, other in pairwise(starts):
        assert one < other
        assert schedule.next(one) == other
        assert schedule.next(other - timedelta(microseconds=1)) == other


@pytest.mark.long(2)
@given(st.integers(0, 23), st.integers(0, 59), ZONES, st.integers(2020, 2034))
def test_a_daily_start_comes_once_on_each_day_of_a_year(
    hour: int, minute: int, zone: str, year: int
) -> None:
    begin = datetime(year, 1, 1, tzinfo=ZoneInfo(zone))
    days = 365 + calendar.isleap(year)
    starts = Schedule(f"{minute} {hour} * * *", zone).starts(begin - timedelta(seconds=1))
    local = [start.astimezone(ZoneInfo(zone)) for start in islice(starts, days)]
    assert [one.timetuple().tm_yday for one in local] == list(range(1, days + 1))
    shifted = [one for one in local if (one.hour, one.minute) != (hour, minute)]
    assert len(shifted) <= 2, "the days on which clocks jump over it"


@pytest.mark.parametrize("cron", BAD + WORSE)
def test_what_is_no_cron_expression_is_told_so(cron: str) -> None:
    with pytest.raises(BadCron, match=r"five fields|^Bad (minute|hour|day|month)"):
        Schedule(cron, "UTC")


@pytest.mark.parametrize("cron", NEVER)
def test_a_day_that_never_comes_is_told_apart(cron: str) -> None:
    with pytest.raises(NeverFires, match="never occurs"):
        Schedule(cron, BERLIN)


@pytest.mark.parametrize("zone", ["", "Europe", "Europe/Atlantis", "../etc/passwd", "/etc/passwd"])
def test_a_zone_that_is_not_there_is_told_so(zone: str) -> None:
    with pytest.raises(UnknownZone, match="a name like Europe/Berlin"):
        Schedule("0 18 * * FRI", zone)


@given(st.text("0123456789*/-,#L MONFRIJAW", max_size=24) | st.text(max_size=12))
def test_any_text_is_a_schedule_or_refused(text: str) -> None:
    try:
        schedule = Schedule(text, "UTC")
    except BadSchedule:
        return
    assert schedule.next(at("2026-01-01")) > at("2026-01-01")
