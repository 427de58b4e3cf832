"""Playing games in tests: by rule, by chance, and by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from engine import catalogue
from engine.game import Decision, Game
from engine.kingdomino import Kingdomino, position

Chooser = Callable[[Decision], int]


def new(seats: int = 2, seed: int = 1, **config: Any) -> Game:
    """A game with these options."""
    return catalogue.new("kingdomino", seats=seats, seed=seed, config=config)


def first(_decision: Decision) -> int:
    """Always the first option."""
    return 0


def by_chance(seed: int) -> Chooser:
    """Pick an option, each with the same probability."""
    dice = random.Random(f"kingdomino {seed}")
    return lambda decision: dice.randrange(len(decision.options))


def play(game: Game, chooser: Chooser = first) -> Game:
    """Play to the end."""
    while (decision := game.decision) is not None:
        game.choose((chooser(decision),))
    return game


def answer(game: Game, *values: Any) -> None:
    """Answer one question after the other by the value of an option."""
    for value in values:
        assert game.decision is not None
        game.choose((game.decision.options.index(value),))


def asked(game: Game) -> tuple[int, str]:
    """Return the decision's seat and kind."""
    assert game.decision is not None
    return game.decision.seat, game.decision.kind


def events(game: Game, kind: str) -> list[dict[str, Any]]:
    """Return the log's events of this type."""
    return [event for event in game.events(None) if event["type"] == kind]


def with_tiles(*tiles: list[Any], others: int = 1, **more: Any) -> Kingdomino:
    """A position in which seat 0 has this kingdom."""
    return position(seats=[{"tiles": list(tiles)}, *[{} for _ in range(others)]], **more)


def line(terrain: str, count: int, crowns: int = 0, *, x: int = 1, y: int = 0) -> list[list[Any]]:
    """Squares of a terrain from (x, y) to the right; the first one has the crowns."""
    return [[x + step, y, terrain, 0 if step else crowns] for step in range(count)]


def placed_on(game: Game) -> list[Any]:
    """The options of the open question, which is where to place."""
    assert game.decision is not None
    assert game.decision.kind == "place"
    return [option if option is None else list(option) for option in game.decision.options]  # type: ignore[arg-type]
