"""Positions of replays."""

from pathlib import Path
from typing import Any

from arena.matches.referee.decision_log import MOST_CHOICES, NoLongerKept, rebuild_log
from engine.record import KEYS, BadRecord, replay_to
from engine.replay import VERSION
from kit.errors import BadInput
from kit.play import stored_games

SAME = ("seat", "kind", "options")  # of a replay's questions and the rules' decisions


def read_position(path: Path, event: int) -> dict[str, Any]:
    """Return the record up to that event. Raises BadInput."""
    data = stored_games.read(path, "--from")
    try:
        record = _record(data)
        position = replay_to(record, event).record()
        if "replay" in data:
            _check_questions(data["questions"], record)
    except (BadRecord, NoLongerKept, _Refused) as error:
        raise BadInput(f"--from {path}: {error}") from error
    return position


class _Refused(Exception):
    """The file is no replay of these rules."""


def _record(data: dict[str, Any]) -> dict[str, Any]:
    if "replay" not in data:
        choices = data["choices"]
        record = {key: data[key] for key in KEYS if key in data}
    elif data["replay"] != VERSION:
        raise _Refused(f"a replay of format {data['replay']!r}; this version reads {VERSION}")
    else:
        questions: Any = data.get("questions")
        if not _are_questions(questions):
            raise _Refused("the replay's questions are missing or damaged")
        choices = [question["picks"] for question in questions if question["picks"] is not None]
        record = {key: data[key] for key in KEYS if key in data} | {"choices": choices}
    if isinstance(choices, list) and len(choices) > MOST_CHOICES:
        raise _Refused(f"more than {MOST_CHOICES} choices")
    return record


def _are_questions(questions: Any) -> bool:
    return isinstance(questions, list) and all(
        isinstance(question, dict) and {*SAME, "picks"} <= question.keys() for question in questions
    )


def _check_questions(questions: list[dict[str, Any]], record: dict[str, Any]) -> None:
    rebuilt = rebuild_log(record).logged_decisions
    for number, (stored, asked) in enumerate(zip(questions, rebuilt, strict=False), 1):
        if any(stored[key] != asked[key] for key in SAME):
            raise _Refused(
                f"question {number} is not what the rules ask in this game: the file was changed"
            )
