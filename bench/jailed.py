"""Measure what the jail costs, cold and from a zygote: starts, round trips, CPU, games a minute.

Run it on a quiet machine: .venv/bin/python -m bench.jailed [MATCHES]. Compare figures of one run
only: ratios last, milliseconds are the machine's.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.table import Table

from arena.matches.referee import player
from arena.matches.referee.referee import Entrant, MatchResult, Plan, play
from bench import jail_parts
from bench.arguments import read_arguments
from engine.dominion.dominion import Dominion
from kit.bots import house_bots
from sandbox.conversation import Conversation
from sandbox.jail import Jailer
from sandbox.limits import Limits

BOTS = ("big-money", "big-money-smithy")
MATCHES = 20
PARTS: list[tuple[str, Any, str]] = [
    ("stage the uploads (inspected in a jail)", Jailer, "prepare"),
    ("start jails", Conversation, "__init__"),
    ("load bots (hello)", player, "greet"),
    ("ask decisions, messages and clocks included", player, "ask"),
    ("finish", Conversation, "tell"),
    ("take jails down", Conversation, "close"),
    ("engine: new game, choices", Dominion, "choose"),
    ("engine: views", Dominion, "view"),
    ("engine: events", Dominion, "events"),
]


@contextmanager
def stopwatch(parts: list[tuple[str, Any, str]]) -> Iterator[dict[str, list[float]]]:
    """Time and count all calls of these functions meanwhile."""
    spent: dict[str, list[float]] = {title: [0.0, 0] for title, _, _ in parts}
    before = [(owner, name, getattr(owner, name)) for _, owner, name in parts]
    for (title, owner, name), (_, _, function) in zip(parts, before, strict=True):
        setattr(owner, name, timed(function, spent[title]))
    try:
        yield spent
    finally:
        for owner, name, function in before:
            setattr(owner, name, function)


def timed(function: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    """Wrap the function to add its time and calls to `spent`."""

    def run(*arguments: Any, **named: Any) -> Any:
        began = time.perf_counter()
        try:
            return function(*arguments, **named)
        finally:
            spent[0] += time.perf_counter() - began
            spent[1] += 1

    return run


def run(jailer: Jailer, matches: int) -> tuple[float, list[MatchResult]]:
    house = house_bots()
    entrants = [Entrant(name, house[name].path) for name in BOTS]
    began = time.perf_counter()
    results = [
        play(Plan("dominion", {}, 2, 2, seed, Limits()), entrants, jailer)
        for seed in range(matches)
    ]
    return time.perf_counter() - began, results


def main() -> None:
    matches = read_arguments(__doc__, matches=MATCHES).matches
    console = Console()
    jailer = Jailer.strongest()
    ways = jail_parts.ways(jailer)
    for table in jail_parts.tables(ways):
        console.print(table)
    console.print(rates(ways, matches))
    with stopwatch(PARTS) as spent:
        total, results = run(jailer, matches)
    report(console, matches, total, spent, results)


def rates(ways: dict[str, Jailer], matches: int) -> Table:
    names = " against ".join(BOTS)
    table = Table("Dominion, one match after the other", title=names, title_justify="left")
    for column in ("ms a match", "matches a minute", "games a minute", "ratio"):
        table.add_column(column, justify="right")
    first = 0.0
    for title, jailer in ways.items():
        run(jailer, 2)
        seconds, _ = run(jailer, matches)
        each = seconds / matches
        first = first or each
        table.add_row(
            title, f"{1000 * each:.0f}", f"{60 / each:.0f}", f"{120 / each:.0f}",
            f"{first / each:.2f}",
        )  # fmt: skip
    return table


def report(
    console: Console,
    matches: int,
    total: float,
    spent: dict[str, list[float]],
    results: list[MatchResult],
) -> None:
    games = [game for result in results for game in result.games]
    decisions = sum(sum(game.decisions) for game in games) / matches
    cpu = sum(sum(game.cpu) for game in games) / matches
    console.print(
        f"Level {results[0].stamp['level']}. A match, timed part by part: "
        f"{1000 * total / matches:.0f} ms, {decisions:.0f} decisions, "
        f"{1000 * cpu:.0f} ms of bot CPU."
    )
    table = Table("Part of a match", title="Where the time goes", title_justify="left")
    for column in ("ms", "share", "calls", "us a call"):
        table.add_column(column, justify="right")
    rest = total - sum(seconds for seconds, _ in spent.values())
    for title, (seconds, calls) in {**spent, "the referee itself": [rest, 0]}.items():
        each = f"{1e6 * seconds / calls:.0f}" if calls else ""
        share = f"{100 * seconds / total:.0f} %"
        table.add_row(
            title, f"{1000 * seconds / matches:.1f}", share, f"{calls / matches:.0f}", each
        )
    console.print(table)


if __name__ == "__main__":
    main()
