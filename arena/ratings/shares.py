"""Shares of points and what a sample says of them."""

from collections.abc import Sequence
from math import sqrt

from arena.ratings.paired import Z


def share_of_beaten(rank: int, ranks: Sequence[int]) -> float:
    """Return 0 to 1: the share of opponents below, and half of those tied."""
    below = sum(rank < other for other in ranks)
    tied = ranks.count(rank) - 1
    return (below + tied / 2) / max(len(ranks) - 1, 1)


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson's formula; with ties as halves it is wide."""
    square = Z**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    reach = Z * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return middle - reach / (1 + square / count), middle + reach / (1 + square / count)
