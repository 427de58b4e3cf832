"""The first game of a series as a film, for the page that opens films from one's own disk."""

import json
from pathlib import Path

from arena.minutes import read
from engine import replay
from engine.game import BadConfig, Outcome
from kit.errors import BadInput
from kit.series import Series


def check(path: Path) -> None:
    """See that the film can be written there. Raises BadInput before anything is played."""
    if not path.resolve().parent.is_dir():
        raise BadInput(f"--film {path}: there is no folder {path.resolve().parent}")


def write(series: Series, path: Path) -> None:
    """Write the first game. Raises BadInput where it cannot be shown or the file not written."""
    game = series.results[0].games[0]
    names = [series.entrants[entrant].name for entrant in game.seating]
    outcome = Outcome(game.scores, game.ranks, game.reason)
    try:
        shot = replay.replay(
            game.record, game.events, names, decisions=read(game.minutes), outcome=outcome
        )
        path.write_text(json.dumps(shot, separators=(",", ":")), encoding="utf-8")
    except BadConfig as error:
        raise BadInput(f"--film: {error}") from error
    except OSError as error:
        raise BadInput(f"--film {path}: cannot be written: {error}") from error


def how_to_open(path: Path) -> str:
    """Where to watch it."""
    return (
        f"Wrote {path}. Watch it: open the page /replay/ of any Kingsbench (./kingsbench up starts "
        "your own) and drop the file there; your browser alone reads it."
    )
