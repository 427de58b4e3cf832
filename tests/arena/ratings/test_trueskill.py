"""TrueSkill: reference values, ties, and results that overflow its native arithmetic."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arena.ratings import trueskill as rating
from arena.ratings.trueskill import (
    SIGMA,
    Rating,
    after_idle_days,
    interval,
    of_new_version,
    ordinal,
    outcome,
    rate,
    terms,
)

ratings = some.builds(Rating, some.floats(-200, 200), some.floats(0.01, 20))


def test_a_new_bot_is_expected_at_25_and_rated_0() -> None:
    assert Rating() == (25.0, 25.0 / 3)
    assert ordinal(Rating()) == Rating().mu - Rating().sigma


def test_the_first_win_gives_the_published_numbers() -> None:
    winner, loser = rate([Rating(), Rating()], [1, 2])
    assert winner == pytest.approx((29.39583, 7.17148), abs=1e-4)
    assert loser == pytest.approx((20.60417, 7.17148), abs=1e-4)


def test_the_order_of_the_arguments_does_not_matter() -> None:
    first, second, third = Rating(30, 3), Rating(20, 2), Rating(25, 5)
    a, b, c = rate([first, second, third], [2, 1, 3])
    assert rate([third, first, second], [3, 2, 1]) == [c, a, b]


def test_equals_that_tie_stay_equal_and_grow_surer() -> None:
    for seats in range(2, 7):
        after = rate([Rating()] * seats, [1] * seats)
        assert all(one.mu == pytest.approx(25.0, abs=1e-3) for one in after)
        assert all(one.sigma < rating.SIGMA for one in after)


def test_ties_in_the_middle_leave_the_order_of_the_rest() -> None:
    first, second, third, fourth = (one.mu for one in rate([Rating()] * 4, [1, 2, 2, 4]))
    assert first > second > fourth
    assert second == pytest.approx(third, abs=0.05)


HOPELESS = [
    ([Rating(0, 0.8), Rating(1000, 0.8)], [1, 2]),
    ([Rating(0, 0.8), Rating(1000, 0.8)], [1, 1]),
    ([Rating(-500, 1e-3), Rating(500, 1e-3)], [1, 2]),
    ([Rating(-5000, 1e-3), Rating(5000, 1e-3)], [1, 1]),
]


@pytest.mark.parametrize(("skills", "ranks"), HOPELESS)
def test_where_native_arithmetic_gives_up_more_digits_give_the_answer(
    skills: list[Rating], ranks: list[int]
) -> None:
    with pytest.raises((FloatingPointError, ValueError)):
        rating._update(rating._native(0.1), skills, ranks)
    weak, strong = rate(skills, ranks)
    assert weak.mu > skills[0].mu
    assert strong.mu < skills[1].mu
    assert all(math.isfinite(one.sigma) and one.sigma > 0 for one in (weak, strong))


def test_the_two_arithmetics_agree_where_both_can() -> None:
    skills, ranks = [Rating(30, 4), Rating(20, 3), Rating(22, 8)], [2, 1, 2]
    exact = rating._with_more_digits(skills, ranks, 0.1)
    for one, other in zip(rate(skills, ranks), exact, strict=True):
        assert one == pytest.approx(other, abs=1e-4)


@given(some.lists(some.tuples(ratings, some.integers(1, 4)), min_size=2, max_size=4))
def test_any_match_leaves_numbers_that_can_be_rated_again(
    table: list[tuple[Rating, int]],
) -> None:
    skills, ranks = [skill for skill, _rank in table], [rank for _skill, rank in table]
    after = rate(skills, ranks)
    assert after == rate(skills, ranks), "the same arguments give the same bits"
    assert len(rate(after, ranks)) == len(table)


@pytest.mark.parametrize(
    ("skills", "ranks", "chance"),
    [
        ([Rating()], [1], 0.1),
        ([Rating(), Rating()], [1], 0.1),
        ([Rating(), Rating(25, 0)], [1, 2], 0.1),
        ([Rating(), Rating(math.nan, 1)], [1, 2], 0.1),
        ([Rating(), Rating()], [1, 2], 0.0),
        ([Rating(), Rating()], [1, 2], 1.0),
    ],
)
def test_what_is_no_match_is_refused(skills: list[Rating], ranks: list[int], chance: float) -> None:
    with pytest.raises(ValueError, match=r"match|rating|probability"):
        rate(skills, ranks, draw_probability=chance)


def test_the_interval_holds_95_percent() -> None:
    low, high = interval(Rating(25, 2))
    assert (low, high) == pytest.approx((25 - 3.92, 25 + 3.92), abs=1e-3)


def test_a_new_version_keeps_the_mean_and_is_less_certain() -> None:
    assert of_new_version(Rating(31, 3), 4) == (31, 5)
    assert of_new_version(Rating(31, 1), 0) == (31, 1)
    assert of_new_version(Rating(31, 8), 4) == (31, SIGMA), "no worse than a new bot"
    assert of_new_version(Rating(31, 9), 4) == (31, 9), "and never surer"


def test_sigma_grows_while_a_bot_is_idle() -> None:
    settled = Rating(31, 1)
    assert after_idle_days(settled, rating.IDLE_GRACE) == settled
    month, year = after_idle_days(settled, 30), after_idle_days(settled, 365)
    assert 1 < month.sigma < year.sigma < rating.SIGMA
    assert (month.mu, year.mu) == (31, 31)
    assert after_idle_days(settled, 1e6).sigma == rating.SIGMA, (
        "as uncertain as a new one, not more"
    )
    assert after_idle_days(Rating(31, 9), 1e6) == (31, 9), "it never grows surer by it"


# --- why a rating moved --------------------------------------------------------------------------
def test_between_equals_draws_are_as_probable_as_the_ladder_says() -> None:
    sure = Rating(25, 1e-6)
    win, draw = outcome(sure, sure, draw_probability=0.3)
    assert (win, draw) == pytest.approx((0.35, 0.3))


@given(ratings, ratings, some.floats(0.01, 0.9))
def test_win_draw_and_loss_are_all_that_can_happen(
    one: Rating, other: Rating, chance: float
) -> None:
    win, draw = outcome(one, other, draw_probability=chance)
    loss, same = outcome(other, one, draw_probability=chance)
    assert 0 <= win <= 1
    assert 0 <= draw <= 1
    assert win + draw + loss == pytest.approx(1)
    assert draw == pytest.approx(same)


def test_an_expected_win_moves_little_and_a_surprising_one_much() -> None:
    strong, weak = Rating(35, 2), Rating(20, 2)
    expected, upset = terms([strong, weak], [1, 2], 0), terms([strong, weak], [2, 1], 1)
    assert 0 < expected.surprise < 0.2 < upset.surprise
    assert 0 < expected.moved < upset.moved
    assert (expected.made, upset.made) == (1.0, 1.0)


def test_the_same_surprise_moves_the_more_uncertain_farther() -> None:
    new, settled = Rating(25, 8), Rating(25, 1)
    first, second = (terms([new, settled], [1, 2], seat) for seat in (0, 1))
    assert first.surprise == pytest.approx(-second.surprise)
    assert first.weight > 10 * second.weight
    assert first.moved > 10 * -second.moved > 0
    assert first.narrowed > second.narrowed


@given(some.lists(some.tuples(ratings, some.integers(1, 4)), min_size=2, max_size=4))
def test_the_terms_are_those_of_the_update(table: list[tuple[Rating, int]]) -> None:
    skills, ranks = [skill for skill, _rank in table], [rank for _skill, rank in table]
    after = rate(skills, ranks)
    found = [terms(skills, ranks, seat) for seat in range(len(table))]
    for before, new, one in zip(skills, after, found, strict=True):
        assert before.mu + one.moved == pytest.approx(new.mu)
        assert before.sigma - one.narrowed == pytest.approx(new.sigma)
        assert one.doubt == before.sigma
    assert sum(one.weight for one in found) < 1
    assert sum(one.surprise for one in found) == pytest.approx(0, abs=1e-9)
