"""Dominion's games in numbers: turns, and what each seat bought first."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import JsonObject
from engine.statistics import GameStatistics

OPENING_TURNS = 2


def game_statistics(events: Sequence[JsonObject], seats: int) -> GameStatistics:
    """Return the most turns of a seat, and what each bought in its first two, in any order."""
    bought: list[list[str]] = [[] for _ in range(seats)]
    turn = turns = 0
    for event in events:
        if event["type"] == "turn":
            turn = event["turn"]
            turns = max(turn, turns)
        elif event["type"] == "buy" and turn <= OPENING_TURNS:
            bought[event["seat"]] += event["cards"]
    complete = turns >= OPENING_TURNS
    openings = tuple(tuple(sorted(cards)) for cards in bought) if complete else ()
    return GameStatistics(turns, openings)
