"""Schedules in words, in English and German."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cronsim import CronSim

from arena.leagues.schedule import Calendar, Schedule

TIMES_MOST = 6  # more times a day are listed as minutes and hours


@dataclass(frozen=True)
class Language:
    weekdays: Sequence[str]  # Sunday first
    months: Sequence[str]
    nth: Sequence[str]
    last: str
    through: str  # {} first and last
    conjunction: str
    disjunction: str
    every_day: str
    every_weekday: str  # {}: names of weekdays
    nth_weekday: str  # {nth} {day}
    days: str  # {}: numbers
    day_number: Callable[[int], str]
    last_day: str
    last_working_day: str
    in_months: str
    minutes: str  # {}: numbers
    every_hour: str
    hours: str  # {}: numbers


def _ordinal(number: int) -> str:
    teen = number // 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


ENGLISH = Language(
    weekdays=("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
    months=(
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
    nth=("first", "second", "third", "fourth", "fifth"),
    last="last",
    through="{} to {}",
    conjunction="and",
    disjunction="or",
    every_day="every day",
    every_weekday="every {}",
    nth_weekday="every {nth} {day} of the month",
    days="on the {} of the month",
    day_number=_ordinal,
    last_day="last day",
    last_working_day="last day from Monday to Friday",
    in_months="in {}",
    minutes="at minute {}",
    every_hour="of every hour",
    hours="of the hours {}",
)
GERMAN = Language(
    weekdays=("Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"),
    months=(
        *("Januar", "Februar", "März", "April", "Mai", "Juni"),
        *("Juli", "August", "September", "Oktober", "November", "Dezember"),
    ),
    nth=("ersten", "zweiten", "dritten", "vierten", "fünften"),
    last="letzten",
    through="{} bis {}",
    conjunction="und",
    disjunction="oder",
    every_day="jeden Tag",
    every_weekday="jeden {}",
    nth_weekday="jeden {nth} {day} im Monat",
    days="am {} des Monats",
    day_number="{}.".format,
    last_day="letzten Tag",
    last_working_day="letzten Tag von Montag bis Freitag",
    in_months="im {}",
    minutes="zur Minute {}",
    every_hour="jeder Stunde",
    hours="in den Stunden {}",
)
LANGUAGES: Mapping[str, Language] = {"en": ENGLISH, "de": GERMAN}


def words(schedule: Schedule, language: str = "en") -> str:
    """Describe the schedule; unknown languages give English."""
    speech = LANGUAGES.get(language.split("-", maxsplit=1)[0], ENGLISH)
    calendar = schedule.calendar()
    parts = [_days(calendar, speech)]
    if len(calendar.months) < 12:
        numbers = sorted(calendar.months)
        names = _runs([speech.months[month - 1] for month in numbers], numbers, speech)
        parts.append(speech.in_months.format(_join_words(names, speech.conjunction)))
    return " ".join([*parts, _times(calendar, speech), schedule.zone])


def _join_words(items: Sequence[str], word: str) -> str:
    *others, last = items
    return f"{', '.join(others)} {word} {last}" if others else last


def _runs(names: Sequence[str], numbers: Sequence[int], speech: Language) -> list[str]:
    """Return the names; those of three or more numbers in a row are said as "first to last"."""
    runs: list[str] = []
    first = 0
    for place, number in enumerate(numbers):
        if place + 1 < len(numbers) and numbers[place + 1] == number + 1:
            continue
        length = place - first
        runs.extend(
            [speech.through.format(names[first], names[place])]
            if length > 1
            else names[first : place + 1]
        )
        first = place + 1
    return runs


def _days(calendar: Calendar, speech: Language) -> str:
    by_date = set(range(1, 32)) - calendar.days
    by_weekday = set(range(7)) - calendar.weekdays
    parts = []
    if by_date:
        parts.append(_dates(calendar, speech))
    if by_weekday:
        parts.append(_weekdays(calendar, speech))
    word = speech.disjunction if calendar.either else speech.conjunction
    return _join_words(parts or [speech.every_day], word)


def _dates(calendar: Calendar, speech: Language) -> str:
    numbers = sorted(day for day in calendar.days if day > 0)
    dates = _runs([speech.day_number(day) for day in numbers], numbers, speech)
    if CronSim.LAST in calendar.days:
        dates.append(speech.last_day)
    if CronSim.LAST_WEEKDAY in calendar.days:
        dates.append(speech.last_working_day)
    return speech.days.format(_join_words(dates, speech.conjunction))


def _weekdays(calendar: Calendar, speech: Language) -> str:
    plain = sorted({(weekday + 6) % 7 for weekday in calendar.weekdays if isinstance(weekday, int)})
    parts = []
    if plain:
        names = _runs([speech.weekdays[(day + 1) % 7] for day in plain], plain, speech)
        parts.append(speech.every_weekday.format(_join_words(names, speech.conjunction)))
    nth = [weekday for weekday in calendar.weekdays if isinstance(weekday, tuple)]
    # In the order of a month, from Monday; the last ones (negative) come last.
    for day, number in sorted(nth, key=lambda nth: (nth[1] < 0, nth[1], (nth[0] + 6) % 7)):
        ordinal = speech.last if number < 0 else speech.nth[number - 1]
        parts.append(speech.nth_weekday.format(nth=ordinal, day=speech.weekdays[day % 7]))
    return _join_words(parts, speech.conjunction)


def _times(calendar: Calendar, speech: Language) -> str:
    minutes, hours = sorted(calendar.minutes), sorted(calendar.hours)
    if len(minutes) * len(hours) <= TIMES_MOST:
        times = [f"{hour:02}:{minute:02}" for hour in hours for minute in minutes]
        return _join_words(times, speech.conjunction)
    minute_names = _runs([str(minute) for minute in minutes], minutes, speech)
    text = speech.minutes.format(_join_words(minute_names, speech.conjunction))
    if len(hours) == 24:
        return f"{text} {speech.every_hour}"
    hour_names = _runs([f"{hour:02}" for hour in hours], hours, speech)
    return f"{text} {speech.hours.format(_join_words(hour_names, speech.conjunction))}"
