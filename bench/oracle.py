"""The engine against known statistics: `python -m bench.oracle [games]`, 20,000 per pair.

Two seats take turns in starting. Both play all Actions and treasures and buy by the first rule that
holds. Three independent engines agree on the reference figures within 0.3 points.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from bench.strategies import STRATEGIES, Buyer
from engine import catalogue

CHUNKS = 40


class Row(NamedTuple):
    """One match-up: shares in per cent, victory points and turns as means."""

    wins: float
    losses: float
    ties: float
    points: float
    other_points: float
    turns: float
    first_seat: float


REFERENCE: dict[tuple[str, str], tuple[float | None, ...]] = {
    ("BM0", "BM0"): (33.3, 33.4, 33.3, 27.00, 27.00, 17.10, 24.4),
    ("BMU", "BM0"): (80.8, 16.1, 3.1, 34.97, 28.94, 17.7, None),
    ("Smithy1", "BMU"): (69.7, 24.4, 5.9, 38.44, 34.54, 18.3, None),
}


def play(first: str, second: str, seed: int) -> tuple[list[int], list[int], float]:
    """One game: scores and ranks by seat, and the mean of the seats' turns."""
    game = catalogue.new("dominion", seats=2, seed=seed, log=False)
    players = Buyer(STRATEGIES[first]), Buyer(STRATEGIES[second])
    while (decision := game.decision) is not None:
        game.choose(players[decision.seat].pick(game, decision))
    outcome = game.outcome
    if outcome is None:
        raise RuntimeError("a finished game without an outcome")
    turns = [seat["turns"] for seat in game.view(None)["seats"]]
    return outcome.scores, outcome.ranks, sum(turns) / 2


def chunk(job: tuple[str, str, int, int]) -> list[float]:
    """Sums over some games: wins, losses, ties, points, other points, turns, first seat's wins."""
    one, other, start, count = job
    sums = [0.0] * 7
    for seed in range(start, start + count):
        swapped = seed % 2
        pair = (other, one) if swapped else (one, other)
        scores, ranks, turns = play(*pair, seed)
        mine, theirs = (1, 0) if swapped else (0, 1)
        outcome = [ranks[mine] < ranks[theirs], ranks[mine] > ranks[theirs], ranks[0] == ranks[1]]
        found: list[Any] = [*outcome, scores[mine], scores[theirs], turns, ranks[0] < ranks[1]]
        sums = [total + value for total, value in zip(sums, found, strict=True)]
    return sums


def measure(one: str, other: str, games: int, pool: ProcessPoolExecutor) -> Row:
    """Play a match-up on all cores."""
    size = games // CHUNKS
    jobs = [(one, other, number * size, size) for number in range(CHUNKS)]
    sums = [sum(column) for column in zip(*pool.map(chunk, jobs), strict=True)]
    wins, losses, ties, points, other_points, turns, first = (s / (size * CHUNKS) for s in sums)
    return Row(100 * wins, 100 * losses, 100 * ties, points, other_points, turns, 100 * first)


def main() -> None:
    """Print the table, measured above reference."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    heads = ("A v B", "", "A %", "B %", "tie %", "VP A", "VP B", "turns", "first %")
    line = "{:<16} {:<10}" + " {:>8}" * 7
    print(line.format(*heads))
    with ProcessPoolExecutor() as pool:
        for (one, other), reference in REFERENCE.items():
            row = measure(one, other, games, pool)
            known = ("-" if value is None else f"{value:.2f}" for value in reference)
            print(line.format(f"{one} v {other}", "measured", *(f"{value:.2f}" for value in row)))
            print(line.format("", "reference", *known))


if __name__ == "__main__":
    main()
