"""Write a series' first game as a file for the replay page."""

import json
from pathlib import Path

from arena.match.decision_log import read_rows
from engine import replay
from engine.game import BadConfig, Outcome
from kit.errors import BadInput
from kit.series import Series


def check(path: Path) -> None:
    """Raises BadInput without the folder."""
    if not path.resolve().parent.is_dir():
        raise BadInput(f"--replay {path}: there is no folder {path.resolve().parent}")


def write(series: Series, path: Path) -> None:
    """Raises BadInput where the game cannot be shown or written."""
    game = series.results[0].games[0]
    names = [series.entrants[entrant].name for entrant in game.seating]
    outcome = Outcome(game.scores, game.ranks, game.reason)
    try:
        shot = replay.replay(
            game.record,
            game.events,
            names,
            decisions=read_rows(game.decision_log),
            output=game.output,
            outcome=outcome,
            faulted={game.seating.index(fault.entrant) for fault in game.faults},
        )
        path.write_text(json.dumps(shot, separators=(",", ":")), encoding="utf-8")
    except BadConfig as error:
        raise BadInput(f"--replay: {error}") from error
    except OSError as error:
        raise BadInput(f"--replay {path}: cannot be written: {error}") from error


def how_to_open(path: Path) -> str:
    return (
        f"Wrote {path}. Watch it: ./kingsbench replay {path} --browser, or open the page /replay/ "
        "of any Kingsbench and drop the file there. It is not uploaded."
    )
