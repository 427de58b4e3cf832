"""Measure how often intervals hold: `python -m bench.intervals [--pairs 4 12]` (two minutes).

A grid of true leads, shares of pairs that are split 1:1, and numbers of pairs; the other pairs end
2:0, or 1½:½. Each possible table of results counts with its probability, so nothing is drawn. For
each number of pairs: in how many of 100 cases the 95 % interval holds the truth, in the worst cell
and on average, and how wide it is, as a share of the points; beside it the normal interval, which
is the mean and 1.96 of its standard errors. Then the same of normalised Elo, of a rating in a field
of two, and of shares whose sum alone is known; and how often equal bots get a likelihood of
superiority of 95 % or more.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from functools import cache
from statistics import fmean
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from arena.ratings import bradley_terry, sprt
from arena.ratings.intervals import Z, share_interval

LEADS = (0, 5, 10, 20, 35, 50, 70, 85, 100)
SPLITS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98)
PAIRS = (4, 6, 8, 12, 20, 30, 50, 100, 200)
RARE = 1e-6  # tables with less are left out, and count as missed
SURE = 0.95
Counts = tuple[int, int, int, int, int]
Interval = tuple[float, float]


class Cell(NamedTuple):
    """The probabilities of 0, ½, 1, 1½ and 2 points in a pair, at this lead."""

    lead: float
    split: float
    shares: tuple[float, float, float, float, float]


class Held(NamedTuple):
    """How often an interval held in the worst cell and on average, and its mean width."""

    cell: Cell
    least: float
    mean: float
    width: float


def cells(*, by_halves: bool) -> Iterator[Cell]:
    """Yield the cells that can be: where few pairs decide, they show no large lead."""
    for lead in LEADS:
        ahead = sprt.share_of(lead) - 0.5
        apart = 4 * ahead if by_halves else 2 * ahead
        for split in SPLITS:
            lost, won = (1 - split - apart) / 2, (1 - split + apart) / 2
            if lost < 0:
                continue
            yield Cell(
                lead, split, (0, lost, split, won, 0) if by_halves else (lost, 0, split, 0, won)
            )


def tables(pairs: int, cell: Cell) -> Iterator[tuple[Counts, float]]:
    """Yield each table of results with its probability."""
    by_halves = not cell.shares[4]
    for losses in range(pairs + 1):
        for wins in range(pairs + 1 - losses):
            ties = pairs - losses - wins
            counts: Counts = (losses, 0, ties, 0, wins)
            if by_halves:
                counts = (0, losses, ties, wins, 0)
            ways = math.comb(pairs, losses) * math.comb(pairs - losses, wins)
            each = (share**count for share, count in zip(cell.shares, counts, strict=True))
            if (chance := ways * math.prod(each)) > RARE:
                yield counts, chance


@cache
def of_points(counts: Counts) -> Interval:
    return sprt.mean_of(counts).interval


def normal(counts: Counts) -> Interval:
    pairs = sum(counts)
    mean = sum(number * count for number, count in enumerate(counts)) / 4 / pairs
    reach = Z * math.sqrt(sprt.variance_of(counts) / pairs)
    return mean - reach, mean + reach


@cache
def of_normalized_elo(counts: Counts) -> Interval:
    return sprt.normalized_elo(counts)[1:]


@cache
def of_rating(counts: Counts) -> Interval:
    low, high = bradley_terry.fit({(0, 1): counts}, 2).lead(0, 1)[1:]
    return sprt.share_of(low), sprt.share_of(high)


def true_share(cell: Cell) -> float:
    return sprt.share_of(cell.lead)


def true_normalized_elo(cell: Cell) -> float:
    mean = true_share(cell)
    squares = sum(share * (at / 4 - mean) ** 2 for at, share in enumerate(cell.shares))
    return (mean - 0.5) / math.sqrt(2 * squares) * sprt.NORMALIZED


def held(
    pairs: int, interval: Callable[[Counts], Interval], truth: Callable[[Cell], float] = true_share
) -> Held:
    """Return how often the interval holds the truth in the cells of the grid."""
    found = []
    for by_halves in (False, True):
        for cell in cells(by_halves=by_halves):
            holds = width = 0.0
            for counts, chance in tables(pairs, cell):
                low, high = interval(counts)
                holds += chance * (low - 1e-9 <= truth(cell) <= high + 1e-9)
                width += chance * (high - low)
            found.append((holds, cell, width))
    least, cell, _width = min(found)
    return Held(cell, least, fmean(one[0] for one in found), fmean(one[2] for one in found))


def superior(pairs: int) -> float:
    """Return how often one of two equal bots is at least 95 % likely to be the better one."""
    return max(
        sum(chance for counts, chance in tables(pairs, cell) if _los(counts) >= SURE)
        for by_halves in (False, True)
        for cell in cells(by_halves=by_halves)
        if not cell.lead
    )


@cache
def _los(counts: Counts) -> float:
    return sprt.los(counts)


def shares_held(count: int) -> float:
    """Return how often the interval of a share holds, at the worst true share."""
    intervals = [share_interval(won, count) for won in range(count + 1)]
    return min(
        sum(
            math.comb(count, won) * share**won * (1 - share) ** (count - won)
            for won, (low, high) in enumerate(intervals)
            if low - 1e-9 <= share <= high + 1e-9
        )
        for share in (at / 200 for at in range(1, 200))
    )


def row(pairs: int) -> list[str]:
    ours, plain = held(pairs, of_points), held(pairs, normal)
    more = held(pairs, of_normalized_elo, true_normalized_elo), held(pairs, of_rating)
    return [
        f"{pairs}",
        f"{ours.least:.3f}",
        f"{ours.cell.lead:g} Elo, {ours.cell.split:.0%} split",
        f"{ours.mean:.3f}",
        f"{ours.width:.3f}",
        f"{plain.least:.3f}",
        f"{plain.width:.3f}",
        *(f"{one.least:.3f}" for one in more),
        f"{shares_held(pairs):.3f}",
        f"{superior(pairs):.3f}",
    ]


HEADS = (
    "pairs",
    "worst",
    "at",
    "mean",
    "width",
    "normal: worst",
    "width",
    "normalised Elo: worst",
    "rating: worst",
    "share: worst",
    "LOS of 95 %",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, nargs="+", default=PAIRS)
    asked = parser.parse_args()
    table = Table(*HEADS)
    for pairs in asked.pairs:
        table.add_row(*row(pairs))
    Console().print(table)


if __name__ == "__main__":
    main()
