"""The bar of an interval."""

import pytest

from arena.ratings.trueskill import Rating
from website.ladders.intervals import BAR_WIDTH, Scale

SKILLS = [Rating(25, 25 / 3), Rating(30, 1), Rating(10, 2)]


def test_marks_stand_in_the_order_of_their_values_and_within_the_bar() -> None:
    scale = Scale(SKILLS)
    for skill in SKILLS:
        span = scale.span(skill)
        assert 0 < span.low < span.floor < span.mean < span.high < BAR_WIDTH


def test_all_bars_of_a_table_share_one_scale() -> None:
    scale = Scale(SKILLS)
    assert scale.span(Rating(10, 2)).mean < scale.span(Rating(25, 25 / 3)).mean
    assert scale.span(Rating(20, 1)).mean == pytest.approx(
        (scale.span(Rating(10, 1)).mean + scale.span(Rating(30, 1)).mean) / 2, abs=0.02
    )


def test_a_table_without_width_stands_in_the_middle() -> None:
    assert Scale([Rating(5, 0)]).span(Rating(5, 0)).mean == BAR_WIDTH / 2
