"""Compare two bots on the same deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Z = 1.96  # of a 95 % interval
ADDED = 2  # pairs: one even, and two halves that differ either way
ADDED_SQUARES = 1.0


class Difference(NamedTuple):
    """Mean and 95 % interval, in [-1, 1]."""

    mean: float
    low: float
    high: float

    @property
    def is_better(self) -> bool:
        return self.low > 0

    @property
    def is_worse(self) -> bool:
        return self.high < 0


# Wald's interval after half an observation was added to each cell (A. Agresti, Y. Min, "Simple
# improved confidence intervals for comparing matched proportions", Statistics in Medicine 24,
# 2005): it holds with few pairs, and its width is never 0.
def difference(pairs: Sequence[tuple[float, float]]) -> Difference:
    """Compare shares of points, 0 to 1, by deal."""
    if not pairs:
        return Difference(0.0, -1.0, 1.0)
    each = [one - other for one, other in pairs]
    number = len(each) + ADDED
    middle = sum(each) / number
    variance = (sum(one * one for one in each) + ADDED_SQUARES) / number - middle * middle
    reach = Z * math.sqrt(variance / number)
    return Difference(sum(each) / len(each), max(-1.0, middle - reach), min(1.0, middle + reach))
