"""Measure the sequential test of trials: `python -m bench.sequential [--trials 1000]`.

Simulates trials of two bots, at an Elo of 0 and at the one to be found, in close games, games with
many ties, and games that the deal decides. Prints how often the test is wrong (5 % are allowed),
how often it is open at the trials' budget, and how many matches it takes, beside the approximation.
A second table is of `play --until-sure`, which stops once either bot is surely the better one.
"""

from __future__ import annotations

import argparse
import random
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from arena.ratings import sprt
from arena.ratings.paired import sure_lead
from arena.ratings.sprt import Verdict
from arena.ratings.trials import BETTER, BUDGET, EVEN, verdict

SERIES, LOOKS = 500, 10  # matches of a series that runs until sure, and between two looks


class Field(NamedTuple):
    """Shares of ties, and of deals that decide both games by the seat."""

    name: str
    ties: float
    by_seat: float


FIELDS = [
    Field("no ties", 0.0, 0.0),
    Field("a third ties", 1 / 3, 0.0),
    Field("half of the deals by seat", 0.05, 0.5),
]


class Tried(NamedTuple):
    verdict: Verdict
    matches: int


def cell(field: Field, elo: float, dice: random.Random) -> int:
    """Return the half points of a match of two games on one deal."""
    if dice.random() < field.by_seat:
        return 2
    share = (sprt.share_of(elo) - field.by_seat / 2) / (1 - field.by_seat)
    return sum(_game(field.ties, share, dice) for _ in range(2))


def _game(ties: float, share: float, dice: random.Random) -> int:
    drawn = dice.random()
    if drawn < share - ties / 2:
        return 2
    return 1 if drawn < share + ties / 2 else 0


def trial(field: Field, elo: float, dice: random.Random) -> Tried:
    """Play until the test decides or the budget is spent."""
    counts = [0] * 5
    for number in range(1, BUDGET + 1):
        counts[cell(field, elo, dice)] += 1
        if (found := verdict(counts)) != Verdict.OPEN:
            return Tried(found, number)
    return Tried(Verdict.OPEN, BUDGET)


def until_sure(field: Field, elo: float, dice: random.Random) -> Tried:
    """Play until either bot is surely the better one, or the budget is spent."""
    pairs: list[tuple[float, float]] = []
    for number in range(1, SERIES + 1):
        points = cell(field, elo, dice) / 4
        pairs.append((points, 1 - points))
        if number % LOOKS == 0:
            for found, seen in ((Verdict.BETTER, pairs), (Verdict.NOT_BETTER, _turned(pairs))):
                if sure_lead(seen) > 0:
                    return Tried(found, number)
    return Tried(Verdict.OPEN, SERIES)


def _turned(pairs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(other, one) for one, other in pairs]


def sure_row(field: Field, elo: float, trials: int, dice: random.Random) -> list[str]:
    done = [until_sure(field, elo, dice) for _ in range(trials)]
    wrong = {Verdict.NOT_BETTER} if elo else {Verdict.BETTER, Verdict.NOT_BETTER}
    return [field.name, f"{elo:.0f}", *measured(done, wrong)]


def measured(done: list[Tried], wrong: set[Verdict]) -> list[str]:
    """Return the shares that are wrong and open, and the mean number of matches."""
    shares = [sum(one.verdict in kinds for one in done) for kinds in (wrong, {Verdict.OPEN})]
    mean = sum(one.matches for one in done) / len(done)
    return [*(f"{share / len(done):.1%}" for share in shares), f"{mean:.0f}"]


def row(field: Field, elo: float, trials: int, dice: random.Random) -> list[str]:
    done = [trial(field, elo, dice) for _ in range(trials)]
    wrong = {Verdict.BETTER if elo == EVEN else Verdict.NOT_BETTER}
    sample = [0] * 5
    for _ in range(10_000):
        sample[cell(field, elo, dice)] += 1
    foretold = sprt.matches_needed(elo, EVEN, BETTER, sprt.variance_of(sample))
    return [field.name, f"{elo:.0f}", *measured(done, wrong), f"{foretold:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    dice = random.Random(asked.seed)
    titles = ("wrong", "open", "matches")
    for title, make, more in (("Trial", row, ["foretold"]), ("Until sure", sure_row, [])):
        table = Table(title=f"{title}: {asked.trials} each, seed {asked.seed}")
        table.add_column("games")
        for column in ("Elo", *titles, *more):
            table.add_column(column, justify="right")
        for field in FIELDS:
            for elo in (EVEN, BETTER):
                table.add_row(*make(field, elo, asked.trials, dice))
        Console().print(table)


if __name__ == "__main__":
    main()
