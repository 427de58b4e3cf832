"""Schedules in words, in both languages."""

import pytest

from arena.leagues.schedule import Schedule
from arena.leagues.schedule_words import words

SAID = {
    "0 18 * * FRI": ("every Friday 18:00", "jeden Freitag 18:00"),
    "0 18 * * *": ("every day 18:00", "jeden Tag 18:00"),
    "5 9,21 * * 1-5": (
        "every Monday to Friday 09:05 and 21:05",
        "jeden Montag bis Freitag 09:05 und 21:05",
    ),
    "0 0 * * 7": ("every Sunday 00:00", "jeden Sonntag 00:00"),
    "0 0 * * 6,0,3": (
        "every Wednesday, Saturday and Sunday 00:00",
        "jeden Mittwoch, Samstag und Sonntag 00:00",
    ),
    "0 18 * * FRI#1": (
        "every first Friday of the month 18:00",
        "jeden ersten Freitag im Monat 18:00",
    ),
    "0 18 * * 5L": ("every last Friday of the month 18:00", "jeden letzten Freitag im Monat 18:00"),
    "0 12 1,2,11,23 * *": (
        "on the 1st, 2nd, 11th and 23rd of the month 12:00",
        "am 1., 2., 11. und 23. des Monats 12:00",
    ),
    "0 12 L 3-5,9 *": (
        "on the last day of the month in March to May and September 12:00",
        "am letzten Tag des Monats im März bis Mai und September 12:00",
    ),
    "0 12 13 * FRI": (
        "on the 13th of the month or every Friday 12:00",
        "am 13. des Monats oder jeden Freitag 12:00",
    ),
    "*/15 * * * *": (
        "every day at minute 0, 15, 30 and 45 of every hour",
        "jeden Tag zur Minute 0, 15, 30 und 45 jeder Stunde",
    ),
    "0 8-17 * * *": (
        "every day at minute 0 of the hours 08 to 17",
        "jeden Tag zur Minute 0 in den Stunden 08 bis 17",
    ),
}


@pytest.mark.parametrize("cron", SAID)
def test_a_schedule_is_said_as_people_say_it(cron: str) -> None:
    english, german = SAID[cron]
    schedule = Schedule(cron, "Europe/Berlin")
    assert words(schedule) == f"{english} Europe/Berlin"
    assert words(schedule, "de-at") == f"{german} Europe/Berlin"


def test_a_language_that_is_not_known_is_english() -> None:
    assert words(Schedule("0 18 * * FRI", "UTC"), "fr") == "every Friday 18:00 UTC"
