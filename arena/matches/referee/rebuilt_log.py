from __future__ import annotations

import json
from typing import Any, NamedTuple

from arena.matches.referee.decision_log import DecisionLog, DecisionRow, read_rows
from engine.game import JsonObject
from engine.record import BadRecord, replay

MOST_CHOICES = 20_000  # a game of six seats and a hundred turns has about 5,000


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
