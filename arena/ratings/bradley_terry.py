"""Ratings of a whole field in Elo: Bradley and Terry's model, ties as half wins."""

# R. Bradley, M. Terry, Biometrika 39, 1952. Ties as halves and dependent games by quasi-likelihood:
# R. Wedderburn, Biometrika 61, 1974. Without numpy, so that the kit needs none.

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.ratings.intervals import NORMAL, TAIL, Estimate, Z
from arena.ratings.sprt import ELO, share_of

PRIOR = 0.5  # wins, and losses, added to each pair that met: nobody's rating is infinite
PRIOR_GAMES = 20.0  # of independent games, in variance
STEP, STEPS, CLOSE = 400.0, 100, 1e-7  # Newton's largest step, most steps, and tolerance, in Elo
SURE = 1 - TAIL

Matrix = list[list[float]]
Pairs = Mapping[tuple[int, int], Sequence[int]]


class Ranks(NamedTuple):
    best: int
    worst: int


@dataclass(frozen=True)
class Ratings:
    """Elo by player, 0 on average."""

    elo: list[float]
    covariances: Matrix

    def estimate(self, player: int) -> Estimate:
        reach = Z * math.sqrt(self.covariances[player][player])
        return Estimate(self.elo[player], self.elo[player] - reach, self.elo[player] + reach)

    def lead(self, one: int, other: int) -> Estimate:
        lead, reach = self.elo[one] - self.elo[other], Z * self._error(one, other)
        return Estimate(lead, lead - reach, lead + reach)

    def los(self, one: int, other: int) -> float:
        """Return the probability that `one` is better."""
        return NORMAL.cdf((self.elo[one] - self.elo[other]) / self._error(one, other))

    def ranks(self, player: int) -> Ranks:
        """Return the ranks from behind all surely better ones to before all surely worse ones."""
        others = [other for other in range(len(self.elo)) if other != player]
        better = sum(self.los(other, player) > SURE for other in others)
        worse = sum(self.los(player, other) > SURE for other in others)
        return Ranks(better + 1, len(self.elo) - worse)

    def _error(self, one: int, other: int) -> float:
        variances = self.covariances
        return math.sqrt(variances[one][one] + variances[other][other] - 2 * variances[one][other])


def fit(pairs: Pairs, players: int) -> Ratings:
    """Fit to counts of matches, as in `sprt`, by pair. Raises ValueError without links."""
    linked = {0}
    for _round in range(players):
        linked |= {player for pair in pairs if linked & set(pair) for player in pair}
    if len(linked) < players:
        raise ValueError("not all players are linked by matches")
    elo = [0.0] * players
    for _step in range(STEPS):
        slope, inverse = _slope(pairs, elo), _inverse(_curvature(pairs, elo))
        step = [_dot(row, slope) for row in inverse]
        farthest = max(map(abs, step))
        elo = [
            rating + move * min(1.0, STEP / max(farthest, CLOSE))
            for rating, move in zip(elo, step, strict=True)
        ]
        if farthest < CLOSE:
            break
    scatter, even = _scatter(pairs, elo), 1 / players
    inverse = _inverse(_curvature(pairs, elo))
    return Ratings(elo, [[scatter * (value - _CENTRE * even) for value in row] for row in inverse])


_CENTRE = ELO * ELO  # weight that pins the mean to 0, in the curvature's unit


def _points(counts: Sequence[int]) -> tuple[float, float]:
    """Add the prior."""
    games = 2 * sum(counts) + 2 * PRIOR
    return sum(half * count for half, count in enumerate(counts)) / 2 + PRIOR, games


def _slope(pairs: Pairs, elo: Sequence[float]) -> list[float]:
    slope = [0.0] * len(elo)
    for (one, other), counts in pairs.items():
        points, games = _points(counts)
        pull = (points - games * share_of(elo[one] - elo[other])) / ELO
        slope[one] += pull
        slope[other] -= pull
    return slope


def _curvature(pairs: Pairs, elo: Sequence[float]) -> Matrix:
    size = len(elo)
    matrix = [[1 / size / _CENTRE] * size for _ in elo]
    for (one, other), counts in pairs.items():
        share = share_of(elo[one] - elo[other])
        weight = _points(counts)[1] * share * (1 - share) / ELO**2
        matrix[one][one] += weight
        matrix[other][other] += weight
        matrix[one][other] -= weight
        matrix[other][one] -= weight
    return matrix


def _scatter(pairs: Pairs, elo: Sequence[float]) -> float:
    """Compare the variance of matches with independent games."""
    actual, independent = PRIOR_GAMES, PRIOR_GAMES
    for (one, other), counts in pairs.items():
        share = share_of(elo[one] - elo[other])
        actual += sum(count * (half / 2 - 2 * share) ** 2 for half, count in enumerate(counts))
        independent += 2 * sum(counts) * share * (1 - share)
    return actual / independent


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [
        [*row, *(float(column == number) for column in range(size))]
        for number, row in enumerate(matrix)
    ]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for number, row in enumerate(rows):
            if number != pivot and (factor := row[pivot]):
                rows[number] = [
                    value - factor * top for value, top in zip(row, rows[pivot], strict=True)
                ]
    return [row[size:] for row in rows]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
