"""Write a series' first game as a file for the replay page."""

from pathlib import Path

from kit.errors import BadInput
from kit.play.played import GameFiles
from kit.program import PROGRAM

MARK = '{"replay":'  # as each begins


def write(game: GameFiles, path: Path) -> None:
    """Raises BadInput where the game cannot be shown or written."""
    if game.problem:
        raise BadInput(f"--replay: {game.problem}")
    try:
        path.write_text(game.replay, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--replay {path}: cannot be written: {error.strerror}") from error


def how_to_open(path: Path) -> str:
    return (
        f"Wrote {path}. Watch it: {PROGRAM} replay {path} --browser, or open the page /replay/ "
        "of any Kingsbench and drop the file there. It is not uploaded."
    )
