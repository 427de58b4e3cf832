"""Shares of points."""

from collections.abc import Sequence
from math import sqrt

from arena.ratings.paired import Z


def share_of_beaten(rank: int, ranks: Sequence[int]) -> float:
    """Return 0 to 1: opponents below, and half of those tied."""
    below = sum(rank < other for other in ranks)
    tied = ranks.count(rank) - 1
    return (below + tied / 2) / max(len(ranks) - 1, 1)


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return a share's 95 % interval, by Wilson's formula."""
    square = Z**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    reach = Z * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return middle - reach / (1 + square / count), middle + reach / (1 + square / count)
