"""The sequential test on mirrored matches: rarely wrong, and early to stop on clear cases."""

import random

import pytest

from arena.ratings.sprt import BOUND, LEAST, Verdict, log_likelihood_ratio, verdict

MOST = 400


def tried(share: float, dice: random.Random) -> tuple[Verdict, int]:
    """Run a trial with this win probability; return its verdict and number of pairs."""
    counts = [0] * 5
    for number in range(1, MOST):
        won = (dice.random() < share) + (dice.random() < share)
        counts[2 * won] += 1
        if (found := verdict(counts)) != Verdict.OPEN:
            return found, number
    return Verdict.OPEN, MOST


@pytest.mark.parametrize(("share", "right"), [(0.5, Verdict.NOT_BETTER), (0.6, Verdict.BETTER)])
def test_it_is_wrong_in_about_one_of_twenty_cases(share: float, right: Verdict) -> None:
    dice = random.Random(5)
    ends = [tried(share, dice)[0] for _ in range(400)]
    assert ends.count(right) >= 0.92 * len(ends)
    assert ends.count(Verdict.OPEN) <= 0.01 * len(ends)


def test_the_clearer_the_sooner() -> None:
    dice = random.Random(7)
    needed = {
        share: sum(tried(share, dice)[1] for _ in range(100)) / 100 for share in (0.6, 0.7, 0.8)
    }
    assert needed[0.8] < needed[0.7] < needed[0.6] < 100


def test_a_few_matches_decide_nothing() -> None:
    assert verdict([0, 0, 0, 0, LEAST - 1]) == Verdict.OPEN
    assert verdict([0, 0, 0, 0, LEAST]) == Verdict.BETTER
    assert verdict([0, 0, 2 * LEAST, 0, 0]) == Verdict.NOT_BETTER, "equal is not better"
    assert verdict([]) == Verdict.OPEN


def test_the_ratio_is_that_of_the_normal_approximation() -> None:
    counts = [100, 200, 400, 200, 100]  # the mean is a half: each match speaks against 60 %
    variance = (200 * 0.25 + 400 * 0.0625) / 1000
    expected = 1000 * 0.1 * (2 * 0.5 - 1.1) / (2 * variance)
    assert log_likelihood_ratio(counts) == pytest.approx(expected, rel=0.01)
    assert log_likelihood_ratio([0] * 5) == 0.0
    assert pytest.approx(2.944, abs=0.001) == BOUND
