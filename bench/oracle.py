"""The engine against known statistics: simple buying rules, 20,000 games a match-up.

    python -m bench.oracle [games]

Two seats take turns in going first. Both play every Action and all treasures and buy by the first
rule that holds. Three independent engines agree on the reference figures within 0.3 points.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from engine import catalogue
from engine.game import Decision, Game, Picks

Rule = tuple[str, Callable[["Holding"], bool]]
TREASURES = {"Copper": 1, "Silver": 2, "Gold": 3}
CHUNKS = 40


class Holding(NamedTuple):
    """What a rule looks at: the cards that the seat owns, and the Provinces that are left."""

    cards: dict[str, int]
    provinces: int

    @property
    def coins(self) -> int:
        """The coins of all treasures owned."""
        return sum(TREASURES.get(name, 0) * count for name, count in self.cards.items())


def always(_: Holding) -> bool:
    """Whenever it can be paid."""
    return True


def left(provinces: int) -> Callable[[Holding], bool]:
    """When at most so many Provinces are left."""
    return lambda holding: holding.provinces <= provinces


def fewer(name: str, count: int) -> Callable[[Holding], bool]:
    """While fewer of these are owned."""
    return lambda holding: holding.cards.get(name, 0) < count


STRATEGIES: dict[str, tuple[Rule, ...]] = {
    "BM0": (("Province", always), ("Gold", always), ("Silver", always)),
    "BMU": (
        ("Province", lambda holding: holding.coins > 18),
        ("Duchy", left(4)),
        ("Estate", left(2)),
        ("Gold", always),
        ("Duchy", left(6)),
        ("Silver", always),
    ),
    "Smithy1": (
        ("Province", lambda holding: holding.cards.get("Gold", 0) >= 1),
        ("Duchy", left(4)),
        ("Estate", left(2)),
        ("Gold", always),
        ("Smithy", fewer("Smithy", 1)),
        ("Silver", always),
    ),
}


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


def pick(game: Game, decision: Decision, rules: tuple[Rule, ...]) -> Picks:
    """Every Action, all treasures, the first rule that holds; else the default."""
    if decision.kind == "buy":
        return _buy(game, decision, rules)
    if decision.kind == "play_treasures":
        return tuple(range(decision.most))
    return (0,) if decision.kind == "play_action" else decision.default


def _buy(game: Game, decision: Decision, rules: tuple[Rule, ...]) -> Picks:
    view = game.view(decision.seat)
    holding = Holding(view["seats"][decision.seat]["cards"], view["supply"]["Province"])
    for name, holds in rules:
        if name in decision.options and holds(holding):
            return (decision.options.index(name),)
    return ()


def play(first: str, second: str, seed: int) -> tuple[list[int], list[int], float]:
    """One game: scores and ranks by seat, and the mean of the seats' turns."""
    game = catalogue.new("dominion", seats=2, seed=seed, log=False)
    rules = STRATEGIES[first], STRATEGIES[second]
    while (decision := game.decision) is not None:
        game.choose(pick(game, decision, rules[decision.seat]))
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
