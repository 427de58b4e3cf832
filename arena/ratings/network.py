from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.ratings.normal import Floats

MOST_DENSE = 2000  # most players for a dense matrix: 32 MB, half a second
TOLERANCE = 1e-10  # of the residual, relative

Places = NDArray[np.int64]


class Network:
    """Positive definite: minus `weight` between pairs; `own` plus these weights as diagonal."""

    def __init__(self, own: Floats, one: Places, other: Places, weight: Floats) -> None:
        self.own, self.one, self.other, self.weight = own, one, other, weight
        self.size = len(own)
        self.diagonal = own + self.spread(weight, weight)

    def spread(self, to_one: Floats, to_other: Floats) -> Floats:
        """Sum pairs' values by player."""
        own = np.bincount(self.one, to_one, self.size)
        return (own + np.bincount(self.other, to_other, self.size)).astype(np.float64)

    def solve(self, right: Floats) -> Floats:
        if not self.is_dense:
            return self._descend(right)
        return np.linalg.solve(self.matrix, right).astype(np.float64)

    def variances(self, centre: Floats, samples: int) -> tuple[Floats, Floats]:
        """Return variances against the mean weighed by `centre`, and of differences.

        Sampled in a large network.
        """
        if not self.is_dense:
            squares, apart = np.zeros(self.size), np.zeros(len(self.one))
            for drawn in self._draws(samples):
                squares += (drawn - (centre * drawn).sum()) ** 2
                apart += (drawn[self.one] - drawn[self.other]) ** 2
            return squares / samples, apart / samples
        inverse = self.inverse
        common = (inverse * centre).sum(1)
        own = np.diag(inverse)
        apart = own[self.one] + own[self.other] - 2 * inverse[self.one, self.other]
        return own - 2 * common + (centre * common).sum(), np.maximum(apart, 0.0)

    def sums(
        self, one: Places, other: Places, share: Floats, group: Places, samples: int
    ) -> Floats:
        """Return variances of groups' weighted sums; groups from 0, none empty."""
        if self.is_dense:
            return self._exact_sums(one, other, share, group)
        squares = np.zeros(int(group.max()) + 1)
        for drawn in self._draws(samples):
            squares += np.bincount(group, share * (drawn[one] - drawn[other])) ** 2
        return squares / samples

    def _exact_sums(self, one: Places, other: Places, share: Floats, group: Places) -> Floats:
        """Sum covariances of a group's players, once a pair."""
        order = np.argsort(np.concatenate([group, group]), kind="stable")
        groups = np.concatenate([group, group])[order]
        players, shares = (
            np.concatenate([one, other])[order],
            np.concatenate([share, -share])[order],
        )
        sizes = np.bincount(groups)[groups]
        firsts = np.searchsorted(groups, groups)
        left = np.repeat(np.arange(len(groups)), sizes)
        within = np.arange(len(left)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        right = firsts[left] + within
        terms = shares[left] * shares[right] * self.inverse[players[left], players[right]]
        return np.maximum(0.0, np.bincount(groups[left], terms))

    @property
    def is_dense(self) -> bool:
        return self.size <= MOST_DENSE

    @cached_property
    def matrix(self) -> Floats:
        matrix = np.zeros((self.size, self.size))
        np.add.at(matrix, (self.one, self.other), -self.weight)
        matrix += matrix.T
        matrix[np.diag_indices(self.size)] += self.diagonal
        return matrix

    @cached_property
    def inverse(self) -> Floats:
        return np.linalg.inv(self.matrix).astype(np.float64)

    def _descend(self, right: Floats) -> Floats:
        """Solve by conjugate gradients, preconditioned by the diagonal."""
        solution, residual = np.zeros(self.size), right.copy()
        scaled = residual / self.diagonal
        direction, left = scaled, (residual * scaled).sum()
        enough = left * TOLERANCE**2
        for _step in range(10 * self.size):
            if left <= enough:
                break
            image = self.diagonal * direction - self.spread(
                self.weight * direction[self.other], self.weight * direction[self.one]
            )
            length = left / (direction * image).sum()
            solution, residual = solution + length * direction, residual - length * image
            scaled = residual / self.diagonal
            last, left = left, (residual * scaled).sum()
            direction = scaled + (left / last) * direction
        return solution

    def _draws(self, samples: int) -> Iterator[Floats]:
        dice = np.random.default_rng(self.size)
        for _sample in range(samples):
            noise = np.sqrt(self.weight) * dice.standard_normal(len(self.weight))
            right = np.sqrt(self.own) * dice.standard_normal(self.size)
            yield self._descend(right + self.spread(noise, -noise))
