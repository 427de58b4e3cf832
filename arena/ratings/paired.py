"""How much better is one bot than another at the same deals? Numbers only.

Two bots that meet the same opponent on the same deal share its luck, so the differences deal by
deal tell more than two averages. The interval is Wald's after half an observation was added to each
cell of the table of pairs (A. Agresti, Y. Min, "Simple improved confidence intervals for comparing
matched proportions", Statistics in Medicine 24, 2005): it holds with few pairs, and is never
nothing where all of them are alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Z = 1.96  # of a 95 % interval
ADDED = 2  # pairs: one without a difference, and one of two halves that differ either way
ADDED_SQUARES = 1.0


class Difference(NamedTuple):
    """The mean over all deals, and its 95 % interval, within -1 and 1."""

    mean: float
    low: float
    high: float

    @property
    def is_better(self) -> bool:
        """Is it more than chance?"""
        return self.low > 0

    @property
    def is_worse(self) -> bool:
        """Is it less than chance?"""
        return self.high < 0


def difference(pairs: Sequence[tuple[float, float]]) -> Difference:
    """From the shares of the points, 0 to 1, that either made of each deal; without any deal
    everything is possible."""
    if not pairs:
        return Difference(0.0, -1.0, 1.0)
    each = [one - other for one, other in pairs]
    number = len(each) + ADDED
    middle = sum(each) / number
    variance = (sum(one * one for one in each) + ADDED_SQUARES) / number - middle * middle
    reach = Z * math.sqrt(variance / number)
    return Difference(sum(each) / len(each), max(-1.0, middle - reach), min(1.0, middle + reach))
