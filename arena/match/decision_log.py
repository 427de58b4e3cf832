"""The minutes of a game: every question that was asked, with its options and what was picked.

They are stored beside the events, so that those who watch see what was not chosen as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.game import Decision

Row = list[Any]
# `after`: how many events had happened; `cpu`: seconds the bot took, None where no bot was asked.
KEYS = (
    "after", "seat", "kind", "options", "least", "most", "ordered", "source", "about", "picks",
    "cpu",
)  # fmt: skip


class DecisionLog:
    """Taken by the referee while a game is played."""

    def __init__(self) -> None:
        self._asked: list[tuple[int, Decision]] = []
        self._cpu: dict[int, float] = {}

    def ask(self, after: int, decision: Decision) -> None:
        """A question is asked when so many events have happened."""
        self._asked.append((after, decision))

    def spent(self, cpu: float) -> None:
        """What the bot took for the last question."""
        self._cpu[len(self._asked) - 1] = round(cpu, 4)

    def rows(self, choices: Sequence[Sequence[int]]) -> list[Row]:
        """All of it as KEYS say; `choices` are the record's. A last question may have none."""
        return [
            [
                after,
                *decision,
                list(choices[number]) if number < len(choices) else None,
                self._cpu.get(number),
            ]
            for number, (after, decision) in enumerate(self._asked)
        ]


def read(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """The rows as objects."""
    return [dict(zip(KEYS, row, strict=True)) for row in rows]
