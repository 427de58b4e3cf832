"""Compare the engine with known statistics: simple buying rules, 20,000 games a match-up.

    python -m bench.oracle [games [decks]]   # decks: those on the left of a row, such as Harem

Seats alternate in going first. Both play every Action and all treasures, and buy by the first rule
that holds. Three independent engines agree on the first reference figures within 0.3 points, two on
those of Intrigue.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from bench.strategies import STRATEGIES, Buyer, Watcher
from engine import catalogue

CHUNKS = 40


class Row(NamedTuple):
    """A match-up: shares in per cent, mean victory points and turns."""

    wins: float
    losses: float
    ties: float
    points: float
    other_points: float
    turns: float
    other_turns: float
    first_seat: float


REFERENCE: dict[tuple[str, str], tuple[float | None, ...]] = {
    ("BM0", "BM0"): (33.3, 33.4, 33.3, 27.00, 27.00, 17.10, 17.10, 24.4),
    ("BMU", "BM0"): (80.8, 16.1, 3.1, 34.97, 28.94, 17.7, 17.7, None),
    ("Smithy1", "BMU"): (69.7, 24.4, 5.9, 38.44, 34.54, 18.3, 18.3, None),
    ("Bridge2", "BMU"): (53.6, 41.6, 4.8, 36.83, 35.94, 18.67, 18.65, None),
    ("Harem", "BMU"): (57.0, 39.5, 3.6, 40.40, 38.85, 19.96, 20.01, None),
    ("Nobles2", "BMU"): (67.3, 30.9, 1.8, 39.70, 36.56, 19.04, 19.04, None),
    ("Torturer1", "BMU"): (77.0, 18.4, 4.7, 39.39, 33.81, 18.98, 18.93, None),
    ("Swindler2", "BMU"): (65.3, 32.3, 2.4, 33.77, 30.25, 19.50, 19.47, None),
    ("Steward1", "BMU"): (53.6, 41.6, 4.8, 36.19, 35.01, 18.39, 18.38, None),
    ("Duke", "BMU"): (11.0, 86.5, 2.5, 50.39, 59.02, 27.23, 27.41, None),
}
INTRIGUE = ("Bridge", "Harem", "Nobles", "Torturer", "Swindler", "Steward", "Duke")
# The other piles: cards that nobody buys and that do not react. (A Duke in place of a lost Duchy
# would be worth points.)
OTHERS = [
    "Cellar", "Chapel", "Chancellor", "Village", "Woodcutter", "Workshop", "Feast", "Remodel",
    "Smithy",
]  # fmt: skip


def play(first: str, second: str, seed: int) -> tuple[list[int], list[int], list[int]]:
    own = [card for card in INTRIGUE if first.startswith(card) or second.startswith(card)]
    config = {"kingdom": [*own, *OTHERS]} if own else {}
    player = Watcher if own else Buyer
    game = catalogue.new("dominion", seats=2, seed=seed, config=config, log=False)
    players = player(STRATEGIES[first]), player(STRATEGIES[second])
    while (decision := game.decision) is not None:
        game.choose(players[decision.seat].pick(game, decision))
    outcome = game.outcome
    if outcome is None:
        raise RuntimeError("a finished game without an outcome")
    turns = [seat["turns"] for seat in game.view(None)["seats"]]
    return outcome.scores, outcome.ranks, turns


def chunk(job: tuple[str, str, int, int]) -> list[float]:
    """Return sums over games: wins, losses, ties, both points, both turns, first seat's wins."""
    one, other, start, count = job
    sums = [0.0] * 8
    for seed in range(start, start + count):
        swapped = seed % 2
        pair = (other, one) if swapped else (one, other)
        scores, ranks, turns = play(*pair, seed)
        mine, theirs = (1, 0) if swapped else (0, 1)
        outcome = [ranks[mine] < ranks[theirs], ranks[mine] > ranks[theirs], ranks[0] == ranks[1]]
        both = scores[mine], scores[theirs], turns[mine], turns[theirs]
        found: list[Any] = [*outcome, *both, ranks[0] < ranks[1]]
        sums = [total + value for total, value in zip(sums, found, strict=True)]
    return sums


def measure(one: str, other: str, games: int, pool: ProcessPoolExecutor) -> tuple[Row, Row]:
    """Return means and their standard errors, by parts of the games."""
    size = games // CHUNKS
    jobs = [(one, other, number * size, size) for number in range(CHUNKS)]
    factors = [100 / size] * 3 + [1 / size] * 4 + [100 / size]
    parts = [
        [factor * total for factor, total in zip(factors, sums, strict=True)]
        for sums in pool.map(chunk, jobs)
    ]
    columns = list(zip(*parts, strict=True))
    errors = [stdev(column) / sqrt(CHUNKS) for column in columns]
    return Row._make(map(fmean, columns)), Row._make(errors)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", type=int, default=20_000)
    parser.add_argument("decks", nargs="*", help=", ".join(STRATEGIES))
    given = parser.parse_args()
    if unknown := set(given.decks) - set(STRATEGIES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(STRATEGIES)}")
    games, decks = given.games, given.decks or list(STRATEGIES)
    heads = ("A v B", "", "A %", "B %", "tie %", "VP A", "VP B", "turns A", "turns B", "first %")
    line = "{:<16} {:<10}" + " {:>8}" * 8
    print(line.format(*heads))
    with ProcessPoolExecutor() as pool:
        for (one, other), reference in REFERENCE.items():
            if one not in decks:
                continue
            row, _ = measure(one, other, games, pool)
            known = ("-" if value is None else f"{value:.2f}" for value in reference)
            print(line.format(f"{one} v {other}", "measured", *(f"{value:.2f}" for value in row)))
            print(line.format("", "reference", *known))


if __name__ == "__main__":
    main()
