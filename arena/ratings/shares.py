"""Shares of points."""

from collections.abc import Sequence


def share_of_beaten(rank: int, ranks: Sequence[int]) -> float:
    """Return 0 to 1: opponents below, and half of those tied."""
    below = sum(rank < other for other in ranks)
    tied = ranks.count(rank) - 1
    return (below + tied / 2) / max(len(ranks) - 1, 1)
