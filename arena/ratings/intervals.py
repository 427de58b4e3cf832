"""What is known of a mean after few results: interval, and probability of being above a value.

The results lie within known bounds, and how they are distributed is unknown. Each distinct result
gets a weight, its number; one result at either bound is added, as if it had been seen. The weights
of the true distribution then follow Dirichlet's distribution, and its mean is known as well as that
leaves open. Without the two added results, equal results would leave no doubt.
"""

# Posterior of a mean with Dirichlet weights: D. Rubin, "The Bayesian bootstrap", Annals of
# Statistics 9, 1981. One success and one failure are Bayes' prior for a share; that the interval
# ends at a bound where nothing else was seen: L. Brown, T. Cai, A. DasGupta, "Interval estimation
# for a binomial proportion", Statistical Science 16, 2001. The distribution function is J.
# Gil-Pelaez's integral ("Note on the inversion theorem", Biometrika 38, 1951) for a sum of gamma
# variables: nothing is drawn, so all machines find the same.

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
TAIL = (1 - CONFIDENCE) / 2
ADDED = 1  # results at either bound
STEP, FIRST, LAST = 0.1, -42, 90  # of the integral, in steps; exact to seven digits or more
TOLERANCE, CLOSE = 1e-9, 1e-6  # of the search for a bound: of the range, and in deviations
ROUNDING = 1e-9  # by which a sum of shares may leave the bounds
LEAST = 1e-15  # probability that is told from none
NORMAL = NormalDist()
Z = NORMAL.inv_cdf(1 - TAIL)  # deviations of a normal interval
# distances at which the integrand is taken, with their weights: close to zero they lie ever closer
NODES = tuple(
    (math.exp(s - math.exp(-s)), STEP * (1 + math.exp(-s)))
    for s in (STEP * number for number in range(FIRST, LAST))
)


class Estimate(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


class Mean:
    """A mean of results within `bounds`, of which `counts` says how often each was seen.

    Raises ValueError for results outside.
    """

    def __init__(
        self, counts: Mapping[float, int], bounds: tuple[float, float] = (0.0, 1.0)
    ) -> None:
        self.bounds = low, high = bounds
        seen = {value: count for value, count in counts.items() if count > 0}
        if not all(low - ROUNDING <= value <= high + ROUNDING for value in seen):
            raise ValueError(f"results {sorted(seen)} are not all from {low:g} to {high:g}")
        self.seen = Counter[float]()
        for value, count in seen.items():
            self.seen[min(high, max(low, value))] += count
        self.weights = self.seen.copy()
        self.weights.update({low: ADDED, high: ADDED})

    @classmethod
    def of(cls, results: Iterable[float], bounds: tuple[float, float] = (0.0, 1.0)) -> Mean:
        return cls(Counter(results), bounds)

    @property
    def expected(self) -> float:
        """The mean, with the added results."""
        total = sum(self.weights.values())
        return sum(value * weight for value, weight in self.weights.items()) / total

    @property
    def variance(self) -> float:
        """The variance of one result, with the added ones."""
        total, expected = sum(self.weights.values()), self.expected
        squares = sum(weight * (value - expected) ** 2 for value, weight in self.weights.items())
        return squares / total

    def share_below(self, point: float) -> float:
        """Return the probability that the mean is at most `point`."""
        low, high = self.bounds
        if not low < point < high:
            return float(point >= high)
        # the mean is below where this sum of gamma variables is: of (value - point), by weight
        terms = [(value - point, weight) for value, weight in self.weights.items()]
        spread = math.sqrt(sum(weight * away * away for away, weight in terms))
        scaled = [(away / spread, weight) for away, weight in terms if away]
        total = sum(
            step * cmath.exp(-sum(weight * cmath.log(complex(1, -away * node))
                                  for away, weight in scaled)).imag
            for node, step in NODES
        )  # fmt: skip
        return min(1.0, max(0.0, 0.5 - total / math.pi))

    @property
    def share_above(self) -> float:
        """Return the probability that the mean is above the middle of the bounds."""
        return 1 - self.share_below(sum(self.bounds) / 2)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval; it ends at a bound where nothing else was seen."""
        low, high = self.bounds
        others = set(self.seen)
        return (
            low if others <= {low} else self.quantile(TAIL),
            high if others <= {high} else self.quantile(1 - TAIL),
        )

    def quantile(self, share: float) -> float:
        """Return the value that the mean is below with probability `share`."""
        low, high = self.bounds
        wanted = NORMAL.inv_cdf(share)
        # in standard deviations the distribution is nearly a line, which the secants follow
        slope = math.sqrt(self.variance / sum(self.weights.values()))
        point, before = self.expected + wanted * slope, (self.expected, 0.0)
        while high - low > TOLERANCE * (self.bounds[1] - self.bounds[0]):
            if not low < point < high:
                point = (low + high) / 2
            score = NORMAL.inv_cdf(min(1 - LEAST, max(LEAST, self.share_below(point))))
            if abs(score - wanted) < CLOSE:
                return point
            low, high = (point, high) if score < wanted else (low, point)
            if score != before[1] and point != before[0]:
                slope = (point - before[0]) / (score - before[1])
            before = point, score
            point += (wanted - score) * slope
        return (low + high) / 2


def share_interval(points: float, count: float) -> tuple[float, float]:
    """Return the 95 % interval of a share of which only the sum of its `count` values is known.

    By Wilson's formula with Yates' correction, which holds with few values, too (R. Newcombe,
    "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998).
    Values between 0 and 1 vary less than those at either end, so it holds for them as well.
    """
    share = min(1.0, max(0.0, points / count))
    low = 1 - _upper_end(1 - share, count)
    return (low if share > 0 else 0.0), (_upper_end(share, count) if share < 1 else 1.0)


def _upper_end(share: float, count: float) -> float:
    rest = 1 - share
    root = max(0.0, Z * Z + 2 - 1 / count + 4 * share * (count * rest - 1))
    return min(1.0, (2 * count * share + Z * Z + 1 + Z * math.sqrt(root)) / 2 / (count + Z * Z))
