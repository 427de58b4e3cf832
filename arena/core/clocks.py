"""Bounds of a bot's clocks, in CPU seconds."""

from collections.abc import Mapping
from math import isfinite
from typing import NamedTuple


class Clock(NamedTuple):
    usual: float
    least: float
    most: float


CLOCKS = {
    "start_cpu": Clock(1.0, 0.1, 60.0),
    "game_cpu": Clock(10.0, 0.5, 3600.0),
    "increment_cpu": Clock(0.02, 0.0, 10.0),
    "decision_cpu": Clock(2.0, 0.1, 600.0),
}


def wrong_clock(limits: Mapping[str, object]) -> str | None:
    """Return a clock out of bounds, or None."""
    for name, clock in CLOCKS.items():
        value = limits.get(name, clock.usual)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return name
        if not isfinite(value) or not clock.least <= value <= clock.most:
            return name
    return None
