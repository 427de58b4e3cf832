"""The difference of two bots on the same deals: its interval holds, with few deals as well."""

import random

import pytest

from arena.ratings.intervals import Mean
from arena.ratings.paired import difference

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def test_without_a_deal_everything_is_possible() -> None:
    assert difference([]) == (0.0, -1.0, 1.0)


def test_it_is_the_mean_of_the_differences_with_its_interval() -> None:
    found = difference([(1.0, 0.0)] * 6 + [(0.5, 0.5)] * 2)
    assert found == (0.75, *Mean({1.0: 6, 0.0: 2}, (-1.0, 1.0)).interval)
    assert (found.is_better, found.is_worse) == (True, False)


def test_who_is_the_other_turns_the_sign() -> None:
    pairs = [(1.0, 0.5), (0.25, 0.75), (1.0, 0.0), (0.5, 0.25)]
    mean, low, high = difference(pairs)
    assert difference([(old, new) for new, old in pairs]) == pytest.approx((-mean, -high, -low))


def test_equal_results_leave_a_doubt_that_shrinks() -> None:
    few, many = (difference([(0.5, 0.5)] * number) for number in (4, 400))
    assert few.low < -0.2
    assert -0.01 < many.low < 0 < many.high < 0.01


@pytest.mark.parametrize("deals", [8, 32, 200])
@pytest.mark.parametrize("edge", [0.0, 0.15])
def test_the_interval_holds_the_truth_in_95_of_100_cases(deals: int, edge: float) -> None:
    """A deal's luck helps both bots alike, so it cancels out of the difference."""
    dice = random.Random(11)

    def share(luck: float) -> float:
        won = sum(dice.random() < luck for _ in range(4))
        return SHARES[won]

    held = 0
    for _ in range(600):
        luck = [dice.choice((0.2, 0.5, 0.8)) for _ in range(deals)]
        _mean, low, high = difference([(share(one + edge), share(one)) for one in luck])
        held += low <= edge <= high
    assert held >= 0.94 * 600
