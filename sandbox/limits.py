"""CPU, memory, threads, files and bytes that a bot may use."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from math import isfinite

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class Limits:
    """One bot's limits in one game: CPU in seconds, the rest in bytes or pieces.

    `game_cpu` starts the chess clock, `increment_cpu` is its gain per answer. `line_in` comes from
    the bot, `line_out` goes to it.
    """

    start_cpu: float = 1.0
    game_cpu: float = 10.0
    increment_cpu: float = 0.02
    decision_cpu: float = 2.0
    memory: int = 256 * MIB
    threads: int = 16
    files: int = 32
    log: int = 64 * KIB
    line_in: int = 64 * KIB
    line_out: int = MIB

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Limits":
        """Return these limits; missing keys get defaults. Raises ValueError naming a bad key."""
        kinds = {field.name: field.type for field in fields(cls)}
        for key, value in data.items():
            if key not in kinds:
                raise ValueError(f"limits: no such key {key!r}; known are {', '.join(kinds)}")
            is_whole = kinds[key] in (int, "int")
            if isinstance(value, bool) or not isinstance(value, int if is_whole else int | float):
                number = "whole number" if is_whole else "number"
                raise ValueError(f"limits: {key} must be a {number}, not {value!r}")
            low, high = LEAST.get(key, 0), MOST.get(key, MOST_BYTES if is_whole else MOST_CPU)
            if not isfinite(value) or not low <= value <= high:
                raise ValueError(f"limits: {key} must be from {low} to {high}, not {value!r}")
        return cls(**data)  # type: ignore[arg-type]  # every key and value was checked above

    def to_json(self) -> dict[str, float | int]:
        return asdict(self)


LEAST = {
    "memory": 32 * MIB,
    "threads": 1,
    "files": 8,
    "log": 0,
    "line_in": 256,
    "line_out": 4 * KIB,
}
MOST = {"memory": 16 * 1024 * MIB, "threads": 256, "files": 1024, "log": 16 * MIB}
MOST_CPU = 3600.0
MOST_BYTES = 16 * MIB


def wall_guard(cpu: float) -> float:
    """Wall seconds after which a sleeping bot is stopped; `cpu` in seconds."""
    return 10 * cpu + 2


def wall_budget(allowance: float) -> float:
    """Wall seconds a bot may use in a game; `allowance`: its CPU so far."""
    return 3 * allowance + 30
