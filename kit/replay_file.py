"""Replays as files for the replay page, and records."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.match.decision_log import read_rows
from arena.match.referee import Entrant, GameResult
from engine import replay
from engine.game import BadConfig, Outcome
from kit.errors import BadInput
from kit.series import Series


def check(path: Path) -> None:
    """Raises BadInput without the folder."""
    if not path.resolve().parent.is_dir():
        raise BadInput(f"--replay {path}: there is no folder {path.resolve().parent}")


def write(series: Series, path: Path) -> None:
    """Raises BadInput where the first game cannot be shown or written."""
    try:
        shot = of_game(series.results[0].games[0], series.entrants)
        path.write_text(json.dumps(shot, separators=(",", ":")), encoding="utf-8")
    except BadInput as error:
        raise BadInput(f"--replay: {error.message}") from error
    except OSError as error:
        raise BadInput(f"--replay {path}: cannot be written: {error}") from error


def of_game(game: GameResult, entrants: Sequence[Entrant]) -> dict[str, Any]:
    """A game's replay. Raises BadInput if it cannot be shown."""
    try:
        return replay.replay(
            game.record,
            game.events,
            [entrants[entrant].name for entrant in game.seating],
            decisions=read_rows(game.decision_log),
            output=game.output,
            outcome=Outcome(game.scores, game.ranks, game.reason),
            faulted={game.seating.index(fault.entrant) for fault in game.faults},
        )
    except BadConfig as error:
        raise BadInput(str(error)) from error


def read(path: Path, option: str = "") -> dict[str, Any]:
    """Return the JSON of a replay or a record; `option` names the file. Raises BadInput."""
    named = f"{option} {path}".strip()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
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


def how_to_open(path: Path) -> str:
    return f"Wrote {path}. Watch it: ./kingsbench replay {path} --browser"
