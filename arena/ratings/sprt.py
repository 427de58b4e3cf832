"""Is one bot better than the other? Wald's sequential test on their mirrored matches. Numbers only.

Between two guesses, that a bot makes half of the points and that it makes `BETTER` of them, each
match moves the logarithm of the likelihood ratio. Beyond a bound either way the question is
decided, and wrongly so in about `ERROR` of all cases. The ratio is that of the generalised test on
pentanomial counts (M. Van den Bergh, "A Practical Introduction to the GSPRT"): two games on one
deal are no two independent ones, so that the variance is that of whole matches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum

EVEN, BETTER = 0.5, 0.6  # shares of the points
ERROR = 0.05
BOUND = math.log((1 - ERROR) / ERROR)
LEAST = 10  # matches, before which their variance is not known
PRIOR = 0.3  # of a match for each count, so that the variance is never nothing


class Verdict(StrEnum):
    """What the matches say so far."""

    BETTER = "better"
    NOT_BETTER = "not better"
    OPEN = "open"


def log_likelihood_ratio(counts: Sequence[int]) -> float:
    """Of `BETTER` to `EVEN`, from the numbers of matches of two games in which the bot made 0, 0.5,
    1, 1.5 and 2 points; 0 without any."""
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
    """Decided once the ratio is beyond a bound."""
    ratio = log_likelihood_ratio(counts)
    if abs(ratio) < BOUND or sum(counts) < LEAST:
        return Verdict.OPEN
    return Verdict.BETTER if ratio > 0 else Verdict.NOT_BETTER
