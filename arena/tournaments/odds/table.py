"""Odds that the best entrant wins, from `odds.json`."""

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from arena.tournaments.formats import FormatTerms, estimate

# Made by `python -m bench.cups --write`: by kind of cup and entrants, how many cups were played,
# and the share of wins by rotations of seats in a match (0: a single game), after each round where
# their number can be chosen.
TABLE = Path(__file__).with_name("odds.json")
SINGLE = -1.0  # level of a match of one game


class Odds(NamedTuple):
    """Share of cups won, and its standard error."""

    wins: float
    error: float

    @property
    def of_100(self) -> int:
        return round(100 * self.wins)

    @property
    def error_of_100(self) -> int:
        """Return the standard error of 100 cups, at least 1."""
        return max(1, round(100 * self.error))


def odds(terms: FormatTerms, entrants: int, games: int) -> Odds | None:
    """Interpolate between simulated sizes, None outside; more games or rounds count as the most.

    Raises CannotPair.
    """
    rounds = estimate(terms, entrants).rounds
    simulated = {int(size): cell for size, cell in _table().get(kind(terms), {}).items()}
    smaller = max((size for size in simulated if size <= entrants), default=None)
    larger = min((size for size in simulated if size >= entrants), default=None)
    if smaller is None or larger is None:
        return None
    points: list[tuple[float, float]] = []
    for size in sorted({smaller, larger}):
        share = _by_games(simulated[size]["shares"], rounds, games, terms.at_a_table)
        if not share:
            return None
        points.append((math.log2(size), share))
    wins = _interpolate(points, math.log2(entrants))
    cups = min(simulated[size]["cups"] for size in (smaller, larger))
    return Odds(wins, math.sqrt(wins * (1 - wins) / cups))


def kind(terms: FormatTerms) -> str:
    """Name all that the first rank depends on."""
    options = terms.format.options
    words: list[object] = [terms.format.key]
    if terms.format.needs_pods:
        words += [terms.seats]
    words += [getattr(terms, name) for name in ("groups", "advance") if name in options]
    if "reset" in options and not terms.reset:
        words += ["one final"]
    if "double" in options and terms.double:
        words += ["double"]
    if "fewest_seats" in options and terms.fewest_seats not in {None, terms.seats - 1}:
        words += ["at least", terms.fewest_seats]
    return " ".join(map(str, words))


def level(games: int, seats: int) -> float:
    """Return log2 of a match's rotations."""
    return math.log2(games / seats) if games > 1 else SINGLE


@cache
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


def _by_games(
    cells: Mapping[str, Sequence[float]], rounds: int, games: int, seats: int
) -> float | None:
    """Interpolate by games; None below the least."""
    points = sorted(
        (level(int(rotations) * seats or 1, seats), shares[min(rounds, len(shares)) - 1])
        for rotations, shares in cells.items()
    )
    own_level = level(games, seats)
    return _interpolate(points, own_level) if own_level >= points[0][0] else None


def _interpolate(points: Sequence[tuple[float, float]], place: float) -> float:
    """Return the value at a place between points, which ascend; beyond the last, the last one's."""
    for (left, low), (right, high) in pairwise(points):
        if place <= right:
            return low + (high - low) * max(0.0, place - left) / (right - left)
    return points[-1][1]
