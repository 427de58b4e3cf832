"""Compare two bots by matches of two games on one deal: sequential test and Elo.

`counts` are matches with 0, 0.5, 1, 1.5, 2 points (of six cells the third is a win and a loss, the
fourth two ties), or single games (lost, tied, won).
"""

# Sources: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of
# a distribution", "Normalized Elo"; A. Wald, "Sequential Analysis". Games on one deal depend on
# each other, so matches are counted.

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from arena.ratings.intervals import Estimate, Mean, Z

Model = Literal["logistic", "normalized"]
Shares = tuple[float, ...]  # a probability for each cell

ERROR = 0.05
BOUND = math.log((1 - ERROR) / ERROR)
LEAST = 10  # matches before the variance is known well enough
EMPTY = 0.001  # counted for an empty cell, so that the variance is never 0
ELO = 400 / math.log(10)  # Elo per unit of log odds
NORMALIZED = 2 * ELO  # normalised Elo per standard deviation of a game
PAIR_CELLS = 5  # half points in two games on one deal
CELLS = (3, PAIR_CELLS, 6)
USUAL_VARIANCE = 0.125  # of a match's share of the points, from two games that do not depend
NO_EVIDENCE = 0.01  # of the log likelihood ratio
# Leads that every table of results can be tested for. Beyond some 230 normalised Elo no cell of a
# pair lies above the tangent at even shares, where the fixed point begins; a share of 1 has no
# likelihood, and 1,000 Elo are 997 of 1,000 points.
FURTHEST: dict[Model, float] = {"logistic": 1000.0, "normalized": 200.0}
CLOSEST = 0.01
HALVINGS = 100
STEPS = 20  # of the fixed point for normalised Elo; it converges within ten
CLOSE = 1e-9


class Verdict(StrEnum):
    BETTER = "better"
    NOT_BETTER = "not better"
    OPEN = "open"


class _Table(NamedTuple):
    """The share of the points of each cell, its frequency, and how many."""

    points: Shares
    shares: Shares
    total: float

    @property
    def mean(self) -> float:
        return _mean(self.points, self.shares)

    @property
    def variance(self) -> float:
        return _variance(self.points, self.shares)

    @property
    def games(self) -> int:
        """Games in a match."""
        return 1 if len(self.points) == CELLS[0] else 2


def log_likelihood_ratio(
    counts: Sequence[int], elo0: float, elo1: float, model: Model = "logistic"
) -> float:
    """Return the generalised ratio of `elo1` against `elo0`. Raises ValueError for odd counts."""
    table = _table(counts)
    best0, best1 = (_most_likely(table, elo, model) for elo in (elo0, elo1))
    logs = [
        share * math.log(one / zero)
        for share, zero, one in zip(table.shares, best0, best1, strict=True)
    ]
    return table.total * sum(logs)


def verdict(counts: Sequence[int], elo0: float, elo1: float, model: Model = "logistic") -> Verdict:
    """Decide with 5 % errors either way."""
    if sum(counts) < LEAST:
        return Verdict.OPEN
    ratio = log_likelihood_ratio(counts, elo0, elo1, model)
    if abs(ratio) < BOUND:
        return Verdict.OPEN
    return Verdict.BETTER if ratio > 0 else Verdict.NOT_BETTER


def elo(counts: Sequence[int]) -> Estimate:
    """Return the difference in Elo that this share of the points means."""
    low, high = mean_of(counts).interval
    return Estimate(elo_of(_table(counts).mean), elo_of(low), elo_of(high))


def normalized_elo(counts: Sequence[int]) -> Estimate:
    """Return the lead in standard deviations of a game, in units of Elo.

    The interval has the standard error of such a ratio, once an even match was added; the results
    that `mean_of` adds would change the deviation. Nothing bounds it where no match differed from
    the others.
    """
    table, folded = _table(counts), _fold(counts)
    unit = NORMALIZED / math.sqrt(table.games)
    value = (table.mean - 0.5) / math.sqrt(table.variance) * unit
    middle, seen = len(folded) // 2, {cell for cell, count in enumerate(folded) if count}
    if not seen:
        return Estimate(value, -math.inf, math.inf)
    folded[middle] += 1
    added = _table(folded)
    lead = (added.mean - 0.5) / math.sqrt(added.variance)
    reach = Z * math.sqrt((1 + lead * lead) / sum(counts))
    low = -math.inf if max(seen) == min(seen) < middle else unit * (lead - reach)
    high = math.inf if min(seen) == max(seen) > middle else unit * (lead + reach)
    return Estimate(value, min(low, value), max(high, value))


def los(counts: Sequence[int]) -> float:
    """Return the probability of being better (likelihood of superiority)."""
    return mean_of(counts).share_above


def mean_of(counts: Sequence[int]) -> Mean:
    """Return what is known of the share of the points."""
    folded = _fold(counts)
    return Mean(dict(zip(_points(folded), folded, strict=True)))


def matches_needed(difference: float, elo0: float, elo1: float, variance: float) -> float:
    """Return the test's mean length in matches, by Wald; `variance` is that of a match."""
    share0, share1 = share_of(elo0), share_of(elo1)
    drift = (share1 - share0) * (2 * share_of(difference) - share0 - share1) / (2 * variance)
    step = (share1 - share0) ** 2 / variance
    if abs(drift) < CLOSE:
        return BOUND * BOUND / step
    return BOUND / drift * math.tanh(BOUND * drift / step)


def matches_to_show(
    counts: Sequence[int], elo0: float, elo1: float, model: Model = "logistic"
) -> float:
    """Return how many matches it takes on average to show a lead of `elo1`, after these.

    More than were played, if they have not decided it.
    """
    played = sum(counts)
    variance = mean_of(counts).variance if played >= LEAST else USUAL_VARIANCE
    low, high = elo0, elo1
    if model == "normalized":
        unit = math.sqrt(_table(counts).games * variance) / NORMALIZED
        low, high = (elo_of(0.5 + bound * unit) for bound in (elo0, elo1))
    needed = matches_needed(high, low, high, variance)
    is_open = verdict(counts, elo0, elo1, model) == Verdict.OPEN
    return max(needed, played + 1) if is_open else needed


def matches_left(
    counts: Sequence[int], elo0: float, elo1: float, model: Model = "logistic"
) -> float | None:
    """Return how many more matches decide, if the evidence grows at the present rate.

    0 if it is decided, None if there is no evidence either way.
    """
    played = sum(counts)
    if verdict(counts, elo0, elo1, model) != Verdict.OPEN:
        return 0
    ratio = abs(log_likelihood_ratio(counts, elo0, elo1, model))
    if not played or ratio < NO_EVIDENCE:
        return None
    return max(1, LEAST - played, played * (BOUND / ratio - 1))


def check_bounds(elo0: float, elo1: float, model: Model = "logistic") -> None:
    """Require leads that results can tell apart. Raises ValueError, in words for people."""
    furthest = FURTHEST[model]
    if not elo0 < elo1:
        raise ValueError("the first Elo must be below the second")
    if elo0 < -furthest or elo1 > furthest:
        raise ValueError(
            f"no results can show this; leads ({model}) go from -{furthest:g} to {furthest:g} Elo"
        )
    if elo1 - elo0 < CLOSEST:
        raise ValueError(
            f"leads less than {CLOSEST:g} Elo apart take more games than can be played"
        )


def variance_of(counts: Sequence[int]) -> float:
    """Return the variance of a match's share of the points."""
    return _table(counts).variance


def share_of(difference: float) -> float:
    """Return the expected share of the points at a difference in Elo."""
    return 1 / (1 + math.exp(-difference / ELO))


def elo_of(share: float) -> float:
    """Return the difference in Elo at which this share is expected."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return ELO * math.log(share / (1 - share))


def _fold(counts: Sequence[int]) -> list[int]:
    if len(counts) not in CELLS:
        raise ValueError(f"counts have 3, 5 or 6 cells, not {len(counts)}")
    if any(count < 0 for count in counts):
        raise ValueError("counts cannot be negative")
    folded = list(counts)
    if len(folded) > PAIR_CELLS:
        folded[2:4] = [folded[2] + folded[3]]
    return folded


def _points(cells: Sequence[int]) -> Shares:
    """Return the share of the points of each cell."""
    return tuple(number / (len(cells) - 1) for number in range(len(cells)))


def _table(counts: Sequence[int]) -> _Table:
    folded = _fold(counts)
    seen = [count or EMPTY for count in folded]
    total = sum(seen)
    return _Table(_points(folded), tuple(count / total for count in seen), total)


def _mean(points: Shares, shares: Shares) -> float:
    return sum(point * share for point, share in zip(points, shares, strict=True))


def _variance(points: Shares, shares: Shares) -> float:
    mean = _mean(points, shares)
    return sum(share * (point - mean) ** 2 for point, share in zip(points, shares, strict=True))


def _most_likely(table: _Table, difference: float, model: Model) -> Shares:
    """Return the likeliest distribution of this Elo."""
    if model == "normalized":
        return _with_lead(table, math.sqrt(table.games) * difference / NORMALIZED)
    expected = share_of(difference)
    return _with_mean_zero([point - expected for point in table.points], table.shares)


def _with_mean_zero(values: Sequence[float], shares: Shares) -> Shares:
    """Reweight so that the values' mean is 0."""
    low, high = -1 / max(values), -1 / min(values)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        slope = sum(s * v / (1 + middle * v) for s, v in zip(shares, values, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    middle = (low + high) / 2
    return tuple(s / (1 + middle * v) for s, v in zip(shares, values, strict=True))


def _with_lead(table: _Table, lead: float) -> Shares:
    """Reweight to a mean `lead` standard deviations above a half."""
    shares: Shares = (1 / len(table.points),) * len(table.points)
    for _ in range(STEPS):
        mean, deviation = _mean(table.points, shares), math.sqrt(_variance(table.points, shares))
        values = [
            point - 0.5 - lead * deviation * (1 + ((mean - point) / deviation) ** 2) / 2
            for point in table.points
        ]
        before, shares = shares, _with_mean_zero(values, table.shares)
        if max(abs(new - old) for new, old in zip(shares, before, strict=True)) < CLOSE:
            break
    return shares
