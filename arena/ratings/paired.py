"""Compare two bots on the same deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from arena.ratings.intervals import Mean

ADDED = 2  # pairs: one even, and two halves that differ either way
ADDED_SQUARES = 1.0
DOUBT = 0.05
FEWEST = 10  # deals before the variance is known well enough
TUNED = 0.1  # makes `sure_lead` tightest at some 80 deals


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


def difference(pairs: Sequence[tuple[float, float]]) -> Difference:
    """Compare shares of points, 0 to 1, by deal."""
    leads = [one - other for one, other in pairs]
    mean = sum(leads) / len(leads) if leads else 0.0
    return Difference(mean, *Mean.of(leads, (-1.0, 1.0)).interval)


def share(shares: Sequence[float]) -> Difference:
    """Return mean and interval of shares of the points."""
    leads = difference([(own, 1 - own) for own in shares])
    return Difference(*((1 + value) / 2 for value in leads))


# An interval that holds at every number of deals at once, so one may look as often as one likes
# (I. Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence sequences",
# Annals of Statistics 52, 2024). The added ones are half an observation in each cell (A. Agresti,
# Y. Min, "Simple improved confidence intervals for comparing matched proportions", Statistics in
# Medicine 24, 2005).
def sure_lead(pairs: Sequence[tuple[float, float]], doubt: float = DOUBT) -> float:
    """Return the least mean lead that is sure; `doubt` is of both sides together."""
    number = len(pairs)
    if number < FEWEST:
        return -1.0
    leads = [one - other for one, other in pairs]
    middle = sum(leads) / (number + ADDED)
    squares = sum(lead * lead for lead in leads) + ADDED_SQUARES
    variance = squares / (number + ADDED) - middle * middle
    weight = number * TUNED + 1
    reach = math.sqrt(variance * weight / (number**2 * TUNED) * math.log(weight / doubt**2))
    return middle - reach
