"""How much better a bot is than another on the same deals.

Differences by deal cancel its luck. The interval is Wald's with half an observation added to each
cell (A. Agresti, Y. Min, Statistics in Medicine 24, 2005), which holds for few pairs and never
collapses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Z = 1.96  # of a 95 % interval
ADDED = 2  # pairs: one even, and two halves that differ either way
ADDED_SQUARES = 1.0


class Difference(NamedTuple):
    """The mean over deals and its 95 % interval, in [-1, 1]."""

    mean: float
    low: float
    high: float

    @property
    def is_better(self) -> bool:
        """Whether it is significantly positive."""
        return self.low > 0

    @property
    def is_worse(self) -> bool:
        """Whether it is significantly negative."""
        return self.high < 0


def difference(pairs: Sequence[tuple[float, float]]) -> Difference:
    """Compare shares of points, 0 to 1, by deal; without deals the interval is all."""
    if not pairs:
        return Difference(0.0, -1.0, 1.0)
    each = [one - other for one, other in pairs]
    number = len(each) + ADDED
    middle = sum(each) / number
    variance = (sum(one * one for one in each) + ADDED_SQUARES) / number - middle * middle
    reach = Z * math.sqrt(variance / number)
    return Difference(sum(each) / len(each), max(-1.0, middle - reach), min(1.0, middle + reach))
