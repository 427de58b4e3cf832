"""Bots that `kingsbench new` writes, one per game."""

from pathlib import Path

from kit import packing
from kit.errors import BadInput, suggestion

FOLDER = Path(__file__).parent


def games() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))


def write(name: str, game: str) -> Path:
    """Write a game's starter in the language of the file's ending. Raises BadInput."""
    path = Path(name) if name.endswith((".py", *packing.SUFFIXES)) else Path(f"{name}.py")
    starter = _source(path, game).read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(starter)
    except FileExistsError:
        raise BadInput(f"{path} already exists; choose another name") from None
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    return path


def _source(path: Path, game: str) -> Path:
    if game not in games():
        names = ", ".join(games())
        raise BadInput(f"unknown game {game!r}.{suggestion(game, games())} The games are: {names}.")
    if path.suffix == ".py":
        return FOLDER / f"{game}.py"
    if game != packing.GAME:
        raise BadInput(f"the JavaScript and C starters are for {packing.GAME}; for {game}, use .py")
    return packing.starter_source(path)
