"""Play the tutorial's steps: `python -m bench.tutorial [--write]` (two minutes on one core).

Each step plays house bots and the step before, on both sides of each deal, as plain functions. The
same deals are played again each time. `--write` writes the tables that the handbook shows.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from arena.ratings.intervals import Mean
from bench.arguments import read_arguments
from bench.search import points
from engine.dominion.setup import EXPANSION_NAMES
from kit.bots import house_bots
from tests.kit.games import play

ROOT = Path(__file__).parents[1]
STEPS = sorted((ROOT / "kit" / "starters" / "tutorial").glob("step*.py"))
TABLES = ROOT / "docs" / "bots" / "tutorial"
HOUSE_BOTS = ("random", "big-money", "big-money-smithy", "village-market")
KINGDOMS: dict[str, dict[str, Any]] = {
    "First Game": {"kingdom": "First Game"},
    "random": {"kingdom": "random", "sets": list(EXPANSION_NAMES)},
}
DEALS = 200


class Row(NamedTuple):
    """A step's share of the points against an opponent, in percent, with its 95 % interval."""

    opponent: str
    kingdom: str
    games: int
    share: float
    low: float
    high: float
    code: str  # of the step, so that an old table is noticed


def measure(step: Path, opponent: Path, kingdom: str, deals: int) -> Row:
    shares = [_deal(step, opponent, KINGDOMS[kingdom], seed) for seed in range(deals)]
    low, high = _interval(shares)
    share, low, high = (round(100 * one, 1) for one in (fmean(shares), low, high))
    return Row(_name(opponent), kingdom, 2 * deals, share, low, high, digest(step))


def _deal(step: Path, opponent: Path, config: dict[str, Any], seed: int) -> float:
    """Return the share of a deal's two games."""
    won = 0.0
    for seat, seated in enumerate([(step, opponent), (opponent, step)]):
        outcome = play(seated, seed, config).outcome
        assert outcome
        won += points(list(outcome.ranks), seat)
    return won / 2


def _interval(shares: list[float]) -> tuple[float, float]:
    """By deals, as both games of one have the same luck."""
    return Mean.of(shares).interval


def _name(bot: Path) -> str:
    named = {house.path: name for name, house in house_bots("dominion").items()}
    return named.get(bot, bot.stem)


def digest(step: Path) -> str:
    return sha256(step.read_bytes()).hexdigest()[:12]


def rows(step: Path, deals: int = DEALS) -> Iterator[Row]:
    houses = [house_bots("dominion")[name].path for name in HOUSE_BOTS]
    for opponent in (*houses, *before(step)):
        for kingdom in KINGDOMS:
            yield measure(step, opponent, kingdom, deals)


def before(step: Path) -> list[Path]:
    at = STEPS.index(step)
    return STEPS[max(0, at - 1) : at]


def main(*, is_written: bool) -> None:
    for step in STEPS:
        found = []
        for row in rows(step):
            print(step.stem, *row[:-1])
            found.append(row)
        if is_written:
            with table(step).open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([Row._fields, *found])


def table(step: Path) -> Path:
    return TABLES / f"{step.stem}.csv"


if __name__ == "__main__":
    main(is_written=read_arguments(__doc__, "--write").write)
