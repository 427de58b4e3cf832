"""The normal distribution on arrays, beside the standard library's."""

import math
from statistics import NormalDist

import numpy as np
import pytest

from arena.ratings.normal import between, cdf, pdf


@pytest.mark.parametrize("x", [-20.0, -8.0, -3.0, -0.5, 0.0, 0.5, 3.0, 8.0])
def test_it_is_as_exact_as_it_says(x: float) -> None:
    exact = math.erfc(-x / math.sqrt(2)) / 2
    assert cdf(np.array([x]))[0] == pytest.approx(exact, rel=1.3e-7)
    assert pdf(np.array([x]))[0] == pytest.approx(NormalDist().pdf(x))


def test_a_share_far_out_keeps_its_digits_on_either_side() -> None:
    low, high = np.array([-9.0, 8.0]), np.array([-8.0, 9.0])
    left, right = between(low, high)
    assert left == right == pytest.approx(6.22e-16, rel=1e-2)
