"""Decide trials of new versions."""

from collections.abc import Sequence

from arena.ratings import sprt

MATCHES = 20  # ordered at once
BUDGET = 200  # matches; a trial that is still undecided then ends
EVEN, BETTER = 0.0, 70.0  # the Elo that it tells apart: half and 60 % of the points
LEADS = (20, 50, 100)  # Elo, for its power


def verdict(counts: Sequence[int]) -> sprt.Verdict:
    return sprt.verdict(counts, EVEN, BETTER)


def is_over(counts: Sequence[int]) -> bool:
    """Return whether it is decided, or has used its budget."""
    return sum(counts) >= BUDGET or verdict(counts) != sprt.Verdict.OPEN


def ratio(counts: Sequence[int]) -> float:
    return sprt.log_likelihood_ratio(counts, EVEN, BETTER)


def power(counts: Sequence[int]) -> list[tuple[int, float]]:
    """Return the matches that it takes on average to show so many Elo."""
    return [(lead, sprt.matches_to_show(counts, EVEN, lead)) for lead in LEADS]


def matches_left(counts: Sequence[int]) -> float | None:
    """Return how many more matches decide it at the present rate; None if nothing shows yet."""
    return sprt.matches_left(counts, EVEN, BETTER)
