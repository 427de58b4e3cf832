"""Wald's test whether a bot is better: half or `BETTER` of the points, within `ERROR`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum

EVEN, BETTER = 0.5, 0.6  # shares of the points
ERROR = 0.05
BOUND = math.log((1 - ERROR) / ERROR)
LEAST = 10  # matches before the variance is known
PRIOR = 0.3  # of a match for each count, so that the variance is never 0


class Verdict(StrEnum):
    BETTER = "better"
    NOT_BETTER = "not better"
    OPEN = "open"


# The generalised test on pentanomial counts (M. Van den Bergh, "A Practical Introduction to the
# GSPRT"): games on one deal are dependent, so the variance is that of whole matches.
def log_likelihood_ratio(counts: Sequence[int]) -> float:
    """Return the log ratio; `counts` of 0, 0.5, 1, 1.5 and 2 points."""
    matches = sum(counts)
    if not matches:
        return 0.0
    weights = [count + PRIOR for count in counts]
    total = sum(weights)
    shares = [place / (len(counts) - 1) for place in range(len(counts))]
    mean = sum(w * share for w, share in zip(weights, shares, strict=True)) / total
    spread = sum(w * (share - mean) ** 2 for w, share in zip(weights, shares, strict=True)) / total
    return matches * (BETTER - EVEN) * (2 * mean - EVEN - BETTER) / (2 * spread)


def verdict(counts: Sequence[int]) -> Verdict:
    ratio = log_likelihood_ratio(counts)
    if abs(ratio) < BOUND or sum(counts) < LEAST:
        return Verdict.OPEN
    return Verdict.BETTER if ratio > 0 else Verdict.NOT_BETTER
