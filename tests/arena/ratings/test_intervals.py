"""What is known of a mean: exact where the exact answer is known, and honest with few results."""

import math

import pytest

from arena.ratings import sprt
from arena.ratings.intervals import Mean, share_interval


def beta(won: int, lost: int, point: float) -> float:
    """The share of Beta(won + 1, lost + 1) below a point: a sum of binomial chances."""
    games = won + lost + 1
    return sum(
        math.comb(games, number) * point**number * (1 - point) ** (games - number)
        for number in range(won + 1, games + 1)
    )


@pytest.mark.parametrize(("won", "lost"), [(3, 7), (4, 0), (0, 0), (1, 19), (60, 40)])
def test_of_won_and_lost_alone_the_distribution_is_beta(won: int, lost: int) -> None:
    mean = Mean({1.0: won, 0.0: lost})
    for point in (0.02, 0.3, 0.5, 0.77, 0.99):
        assert mean.share_below(point) == pytest.approx(beta(won, lost, point), abs=1e-8)
    assert mean.share_above == pytest.approx(1 - beta(won, lost, 0.5), abs=1e-9)


@pytest.mark.parametrize(
    "counts", [[0, 0, 12, 0, 0], [0, 1, 0, 0, 0], [3, 0, 0, 0, 1], [0, 0, 200, 0, 1], [9] * 5]
)
def test_a_quantile_is_where_its_share_lies_below(counts: list[int]) -> None:
    mean = sprt.mean_of(counts)
    for share in (0.025, 0.5, 0.975):
        assert mean.share_below(mean.quantile(share)) == pytest.approx(share, abs=1e-6)


def test_other_bounds_only_move_and_stretch_it() -> None:
    shares = Mean.of([0.5, 0.75, 1.0, 0.0])
    leads = Mean.of([0.0, 0.5, 1.0, -1.0], (-1.0, 1.0))
    assert leads.interval == pytest.approx([2 * bound - 1 for bound in shares.interval], abs=1e-7)
    assert leads.share_above == pytest.approx(shares.share_above)


def test_nothing_bounds_what_only_one_result_was_seen_of() -> None:
    assert Mean({}).interval == (0.0, 1.0)
    low, high = Mean({1.0: 4}).interval
    assert low == pytest.approx(0.025 ** (1 / 5))
    assert high == 1.0


def test_results_beyond_the_bounds_are_refused() -> None:
    with pytest.raises(ValueError, match="not all from 0 to 1"):
        Mean.of([0.5, 1.5])
    assert Mean.of([1 + 1e-15, 0.0]).interval == Mean.of([1.0, 0.0]).interval


def test_many_results_have_the_normal_interval() -> None:
    mean = Mean({0.0: 1000, 0.5: 2000, 1.0: 1500})
    error = math.sqrt(mean.variance / 4500)
    low, high = mean.interval
    assert (mean.expected - low, high - mean.expected) == pytest.approx(
        (1.96 * error, 1.96 * error), rel=0.01
    )


@pytest.mark.parametrize("count", [4, 8, 30, 200])
def test_the_interval_of_a_sum_holds_at_every_true_share(count: int) -> None:
    intervals = [share_interval(won, count) for won in range(count + 1)]
    for share in (at / 100 for at in range(1, 100)):
        held = sum(
            math.comb(count, won) * share**won * (1 - share) ** (count - won)
            for won, (low, high) in enumerate(intervals)
            if low <= share <= high
        )
        assert held >= 0.93, share
    assert intervals[0][0] == 0.0
    assert intervals[-1][1] == 1.0
