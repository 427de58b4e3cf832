"""Kingdomino's games in numbers: which domino of the first row each seat picked first."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import JsonObject
from engine.statistics import GameStatistics


def game_statistics(events: Sequence[JsonObject], seats: int) -> GameStatistics:
    """Return the place in the row, from the lowest number, of each seat's first domino."""
    row: list[int] = []
    first: dict[int, str] = {}
    for event in events:
        if event["type"] == "row":
            if row:
                break
            row = event["numbers"]
        elif event["type"] == "pick":
            first.setdefault(event["seat"], str(row.index(event["number"]) + 1))
    if len(first) < seats:
        return GameStatistics()
    return GameStatistics(openings=tuple((first[seat],) for seat in range(seats)))
