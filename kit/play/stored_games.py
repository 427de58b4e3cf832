"""Read replays and records from files, and positions in them."""

import json
from pathlib import Path
from typing import Any

from arena.matches.referee.decision_log import MOST_CHOICES, NoLongerKept, rebuild_log
from engine.record import KEYS, BadRecord, replay_to
from engine.replay import VERSION
from kit.errors import BadInput
from kit.files import read_text

SAME = ("seat", "kind", "options")  # of a replay's questions and the rules' decisions


def read(path: Path, option: str = "") -> dict[str, Any]:
    """Return the JSON of a replay or a record; `option` names the file. Raises BadInput."""
    named = f"{option} {path}".strip()
    try:
        data = json.loads(read_text(path))
    except FileNotFoundError:
        raise BadInput(f"{option}: there is no file {path}".removeprefix(": ")) from None
    except OSError as error:
        raise BadInput(f"{named}: cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{named}: not valid JSON, or cut ({error}). Download or write it again."
        ) from error
    if not isinstance(data, dict) or not ("replay" in data or "choices" in data):
        raise BadInput(f"{named}: neither a replay (play --replay FILE) nor a record")
    return data


def read_position(path: Path, event: int) -> dict[str, Any]:
    """Return the record of the game up to that event. Raises BadInput."""
    data = read(path, "--from")
    try:
        record = _record_of(data)
        position = replay_to(record, event).record()
        if "replay" in data:
            asked = rebuild_log(record).logged_decisions
            for number, (stored, rebuilt) in enumerate(
                zip(data["questions"], asked, strict=False), 1
            ):
                if any(stored[key] != rebuilt[key] for key in SAME):
                    raise _Refused(
                        f"question {number} is not what the rules ask in this game: the file was "
                        "changed"
                    )
    except (BadRecord, NoLongerKept, _Refused) as error:
        raise BadInput(f"--from {path}: {error}") from error
    return position


class _Refused(Exception):
    """The file is no replay of these rules."""


def _record_of(data: dict[str, Any]) -> dict[str, Any]:
    """Return the file's record; a replay has its choices with its questions. Raises _Refused."""
    record = {key: data[key] for key in KEYS if key in data}
    if "replay" in data:
        if data["replay"] != VERSION:
            raise _Refused(f"a replay of format {data['replay']!r}; this version reads {VERSION}")
        questions: Any = data.get("questions")
        if not isinstance(questions, list) or not all(
            isinstance(question, dict) and {*SAME, "picks"} <= question.keys()
            for question in questions
        ):
            raise _Refused("the replay's questions are missing or damaged")
        record["choices"] = [
            question["picks"] for question in questions if question["picks"] is not None
        ]
    choices = record["choices"]
    if isinstance(choices, list) and len(choices) > MOST_CHOICES:
        raise _Refused(f"more than {MOST_CHOICES} choices")
    return record
