"""The decision log: every decision with its picks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.game import Decision, Game, JsonObject
from engine.record import BadRecord, replay

DecisionRow = list[Any]
# `after`: how many events had happened; `cpu`: seconds the bot took, None where no bot was asked.
KEYS = (
    "after", "seat", "kind", "options", "least", "most", "ordered", "source", "about", "picks",
    "cpu", "of",
)  # fmt: skip
MOST_CHOICES = 20_000  # a game of six seats and a hundred turns has about 5,000


class DecisionLog:
    def __init__(self) -> None:
        self._asked: list[tuple[int, Decision]] = []
        self._cpu: dict[int, float] = {}

    def ask(self, after: int, decision: Decision) -> None:
        """Log a decision after this many events."""
        self._asked.append((after, decision))

    @property
    def last(self) -> int:
        """The index of the last decision."""
        return len(self._asked) - 1

    def spent(self, cpu: float) -> None:
        """Log the last decision's CPU seconds."""
        self._cpu[self.last] = round(cpu, 4)

    def rows(self, choices: Sequence[Sequence[int]]) -> list[DecisionRow]:
        """Return rows of KEYS; the last decision may lack a choice."""
        return [
            [
                after,
                *decision[:-1],
                list(choices[number]) if number < len(choices) else None,
                self._cpu.get(number),
                *([] if decision.of is None else [decision.of]),
            ]
            for number, (after, decision) in enumerate(self._asked)
        ]


def is_default(row: Mapping[str, Any]) -> bool:
    """Return whether the default was picked."""
    asked = Decision(**{name: row[name] for name in Decision._fields})
    return tuple(row["picks"] or ()) == asked.default


def replay_logged(record: JsonObject) -> tuple[Game, DecisionLog]:
    """Play a legal record again, with its decisions logged. Raises BadRecord for other rules."""
    game, log = replay(record | {"choices": []}), DecisionLog()
    for picks in record["choices"]:
        if game.decision is not None:
            log.ask(game.logged, game.decision)
        game.choose(picks)
    return game, log


def read_rows(rows: Iterable[DecisionRow]) -> list[dict[str, Any]]:
    return [dict(zip(KEYS, [*row, None][: len(KEYS)], strict=True)) for row in rows]


class NoLongerKept(Exception):
    """Pruned, and present rules cannot rebuild it."""


class RebuiltLog(NamedTuple):
    """As in `Game`, without CPU seconds."""

    events: list[dict[str, Any]]
    logged_decisions: list[dict[str, Any]]


def rebuild_log(record: JsonObject) -> RebuiltLog:
    """Replay the record. Raises NoLongerKept."""
    choices = record.get("choices", ())
    try:
        game = replay({**record, "choices": []})
    except BadRecord as error:
        raise NoLongerKept(str(error)) from error
    if len(choices) > MOST_CHOICES:
        raise NoLongerKept(f"more than {MOST_CHOICES} choices")
    asked = DecisionLog()
    for picks in choices:
        if game.decision is None:
            break
        asked.ask(game.logged, game.decision)
        try:
            game.choose(picks)
        except ValueError as error:
            raise NoLongerKept(str(error)) from error
    if game.decision is not None:  # asked, never answered
        asked.ask(game.logged, game.decision)
    rows: list[DecisionRow] = json.loads(
        json.dumps(asked.rows(choices))
    )  # lists, as they are stored
    return RebuiltLog(game.events(None), read_rows(rows))
