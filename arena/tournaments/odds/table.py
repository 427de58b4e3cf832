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
    played = {int(size): cell for size, cell in _table().get(kind(terms), {}).items()}
    around = _around(sorted(played), entrants)
    shares = [_by_games(played[size]["shares"], rounds, games, terms.at_a_table) for size in around]
    points = [(math.log2(size), one) for size, one in zip(around, shares, strict=True) if one]
    if not points or len(points) < len(around):
        return None
    wins = _between(points, math.log2(entrants))
    cups = min(played[size]["cups"] for size in around)
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
    found: Mapping[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


def _by_games(
    cells: Mapping[str, Sequence[float]], rounds: int, games: int, seats: int
) -> float | None:
    """Interpolate by games; None below the least."""
    points = sorted(
        (level(int(rotations) * seats or 1, seats), shares[min(rounds, len(shares)) - 1])
        for rotations, shares in cells.items()
    )
    at = level(games, seats)
    return _between(points, at) if at >= points[0][0] else None


def _around(sizes: Sequence[int], entrants: int) -> list[int]:
    below = [size for size in sizes if size <= entrants][-1:]
    above = [size for size in sizes if size >= entrants][:1]
    return sorted({*below, *above}) if below and above else []


def _between(points: Sequence[tuple[float, float]], at: float) -> float:
    for (left, low), (right, high) in pairwise(points):
        if at <= right:
            return low + (high - low) * max(0.0, at - left) / (right - left)
    return points[-1][1]
