"""Pairs of owners whose results are beyond chance, such as thrown matches."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ratings.network import Network
from arena.ratings.normal import Floats
from arena.ratings.tally import MATCHES, SQUARES, Pairs

USUAL = 2.0
LISTED = 0.25  # of its weight, or less: four standard errors
MIDDLE = 0.4549364  # the median of a squared standard normal number
PRIOR_PAIRS = 5.0  # prior weight of no excess, in pairs
MOST_KNOWN = 0.999  # most of a pair's information by its own matches

Places = NDArray[np.int64]


class OwnerPair(NamedTuple):
    """Two owners whose matches count `weight`.

    `points` of the first (tie: half) against `expected`; `z`: difference in standard errors.
    """

    one: int
    other: int
    matches: int
    points: float
    expected: float
    z: float
    weight: float


class Residuals(NamedTuple):
    """Slope and curve of log-likelihoods; half points `beyond` expectation.

    `steep`: their derivative by the difference.
    """

    slope: Floats
    curve: Floats
    beyond: Floats
    variance: Floats
    steep: Floats


# A pair is compared with the ratings by all other matches, to first order (as Cook's distance
# leaves out an observation: Technometrics 19, 1977). What is beyond chance in the median pair is
# the game's own: some styles beat others. A pair z > `USUAL` standard errors off counts (`USUAL` /
# z)² of its weight.
class OwnerPairs:
    """Pairs of players by pairs of owners."""

    def __init__(self, pairs: Pairs, owners: Mapping[int, int]) -> None:
        owned = np.array([owners.get(player, -1) for player in pairs.players], dtype=np.int64)
        one, other = owned[pairs.one], owned[pairs.other]
        self.kept = np.flatnonzero((one >= 0) & (other >= 0) & (one != other))
        one, other = one[self.kept], other[self.kept]
        self.sign = np.where(one < other, 1.0, -1.0)
        both = np.stack([np.minimum(one, other), np.maximum(one, other)], axis=1)
        self.owners, group = np.unique(both, axis=0, return_inverse=True)
        self.group = group.reshape(-1)
        self.one, self.other = pairs.one[self.kept], pairs.other[self.kept]
        self.of_pairs = pairs.counts
        self.counts = self.summed(pairs.counts)
        self.z, self.beyond = np.zeros(len(self.owners)), np.zeros(len(self.owners))
        self.by_group = np.ones(len(self.owners))
        self.weights = np.ones(len(pairs.one))

    def summed(self, of_pairs: Floats) -> Floats:
        sums = np.zeros((len(self.owners), *of_pairs.shape[1:]))
        np.add.at(sums, self.group, of_pairs[self.kept])
        return sums

    def signed(self, of_pairs: Floats) -> Floats:
        """Sum from the first owner's view."""
        sums = np.zeros(len(self.owners))
        np.add.at(sums, self.group, self.sign * of_pairs[self.kept])
        return sums

    def weigh(self, network: Network, residuals: Residuals, samples: int) -> None:
        """Set the weights."""
        if not len(self.owners):
            return
        curve = self.summed(residuals.curve)
        shares = (
            self.sign
            * residuals.curve[self.kept]
            / np.maximum(curve, np.finfo(float).tiny)[self.group]
        )
        known = network.sums(self.one, self.other, shares, self.group, samples)
        without = known / (1 - np.minimum(curve * known, MOST_KNOWN))
        steep = self.summed(residuals.steep)
        self.beyond = self.signed(residuals.beyond) + steep * without * self.signed(residuals.slope)
        matches = self.counts[:, MATCHES:SQUARES].sum(1)
        guard = self.counts[:, :MATCHES].sum(1) / matches  # the variance of a match between equals
        variance = self.summed(residuals.variance) + steep**2 * without + guard
        common = _common(self.beyond, variance, steep)
        self.z = self.beyond / np.sqrt(variance + steep**2 * common)
        self.by_group = np.minimum(1.0, (USUAL / np.maximum(np.abs(self.z), USUAL)) ** 2)
        self.weights[self.kept] = self.by_group[self.group]

    def unusual(self) -> list[OwnerPair]:
        """Return listed pairs, most unusual first."""
        listed = []
        for pair in np.argsort(-np.abs(self.z), kind="stable"):
            weight = float(self.by_group[pair])
            if weight > LISTED:
                continue
            one, other = (int(owner) for owner in self.owners[pair])
            ours = self.group == pair
            won, tied, lost = self.of_pairs[self.kept[ours], :MATCHES].T
            points = float((np.where(self.sign[ours] > 0, won, lost) + tied / 2).sum())
            matches = int(self.counts[pair, MATCHES:SQUARES].sum())
            expected = points - float(self.beyond[pair]) / 2
            z = float(self.z[pair])
            listed.append(OwnerPair(one, other, matches, points, expected, z, weight))
        return listed


def _common(beyond: Floats, variance: Floats, steep: Floats) -> float:
    """Return the median excess variance; `PRIOR_PAIRS` have none."""
    known = np.append(steep**2 / variance, 0.0)
    known[-1] = PRIOR_PAIRS * known.sum() / len(steep)
    each = np.append(
        (beyond**2 / MIDDLE - variance) / np.maximum(steep**2, np.finfo(float).tiny), 0.0
    )
    order = np.argsort(each, kind="stable")
    sums = np.cumsum(known[order])
    return max(0.0, float(each[order][np.searchsorted(sums, sums[-1] / 2)]))
