"""Template filters of tournaments: points, time spans, and one line per choice."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone, translation
from django.utils.translation import gettext

from arena.tournaments.formats import FORMATS, OPTIONS
from arena.tournaments.organise import make_tournament
from arena.tournaments.standings import TieBreak
from tests.arena.tournament_steps import terms
from tests.cast import olga
from website.templatetags.tournaments import duration_of, group_letter, points, time_until
from website.tournaments.words import TIE_BREAKS, choices_of, order_of


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 2), "½"),
        (Fraction(7, 2), "3½"),
        (Fraction(-3, 2), "\N{MINUS SIGN}1½"),
        (Fraction(2, 3), "0.67"),
        (None, "\N{EN DASH}"),
    ],
)
def test_points_stand_as_players_write_them(value: Fraction | None, words: str) -> None:
    assert points(value) == words


def test_groups_have_letters_until_these_run_out() -> None:
    assert [group_letter(number) for number in (0, 25, 26)] == ["A", "Z", "27"]


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(seconds=20), "less than a minute"),
        (timedelta(seconds=61), "1 minute"),
        (timedelta(minutes=119), "119 minutes"),
        (timedelta(hours=3, minutes=10), "3 hours"),
        (timedelta(days=4), "4 days"),
    ],
)
def test_a_length_of_time_is_told_roughly(time: timedelta, words: str) -> None:
    assert duration_of(time) == words


def test_what_is_ahead_is_told_as_well_as_what_is_past() -> None:
    now = timezone.now()
    assert time_until(now + timedelta(hours=5, minutes=1)) == "in 5\xa0hours"
    assert time_until(now - timedelta(hours=5, minutes=1)) == "5\xa0hours ago"


def test_every_format_choice_and_tie_break_has_its_words() -> None:
    assert set(TIE_BREAKS) == set(TieBreak)
    told = {name for one in FORMATS.values() for name in one.options}
    assert told == OPTIONS.keys() - {"more_rounds"}, "which the number of rounds tells"
    with translation.override("de"):
        for key, one in FORMATS.items():
            assert key == one.key
            assert gettext(one.about) != one.about
            for option in (OPTIONS[name] for name in one.options):
                assert gettext(option.label) != option.label
                assert gettext(option.words) != option.words


@pytest.mark.django_db
def test_the_choices_of_the_chosen_format_alone_are_told() -> None:
    made = make_tournament(
        organiser=olga(),
        terms=terms(format="groups", terms={"groups": 3, "advance": 1, "reset": False}),
    )
    assert choices_of(made) == ["3 groups", "1 advance from each"]


@pytest.mark.django_db
def test_a_mere_knockout_has_no_tie_breaks() -> None:
    made = make_tournament(
        organiser=olga(), terms=terms(format="single_elimination", tie_breaks=["wins"])
    )
    assert order_of(made) == ()
