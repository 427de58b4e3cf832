"""Bots' printed output in a game, by decision."""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.matches.referee.decision_log import read_rows
from arena.matches.referee.referee import GameResult


def output_of(game: GameResult, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the output in order; `names` are by entrant.

    `decision` is the bot's, from 1; 0: its start, None: after its last.
    """
    return list(_output(game, [names[entrant] for entrant in game.seating]))


def _output(game: GameResult, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    rows = read_rows(game.decision_log)
    numbers = _numbers(rows)
    for index, seat, text, notes in game.output:
        row = rows[index] if 0 <= index < len(rows) else None
        yield {
            "bot": names[seat],
            "seat": seat,
            "decision": numbers[index] if row else 0 if index < 0 else None,
            "kind": row["kind"] if row else None,
            "event": row["after"] if row else 0 if index < 0 else len(game.events),
            "text": text,
            "notes": notes,
        }


def _numbers(rows: Sequence[dict[str, Any]]) -> list[int]:
    asked: dict[int, int] = {}
    found = []
    for row in rows:
        asked[row["seat"]] = asked.get(row["seat"], 0) + (row["cpu"] is not None)
        found.append(asked[row["seat"]])
    return found
