"""Bots that `kingsbench new` writes, and files beside them."""

from collections.abc import Mapping
from pathlib import Path
from string import Template

from kit import packing
from kit.errors import BadInput, suggestion

FOLDER = Path(__file__).parent
PROJECT = FOLDER / "project"
WORKFLOWS = {"github": ".github/workflows/kingsbench.yml", "gitlab": ".gitlab-ci.yml"}


def games() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))


def write(name: str, game: str) -> Path:
    """Write a game's starter in the language of the file's ending. Raises BadInput."""
    path = Path(name) if name.endswith((".py", *packing.SUFFIXES)) else Path(f"{name}.py")
    starter = _source(path, game).read_text(encoding="utf-8")
    if not _write(path, starter):
        raise BadInput(f"{path} already exists; choose another name")
    return path


def write_project(bot: Path, game: str, partner: str, workflow: str | None) -> list[Path]:
    """Write notes, a test and a workflow, if missing. Raises BadInput."""
    test = bot.with_name(f"test_{bot.stem}.py")
    names = {"file": bot.name, "stem": bot.stem, "test": test.name}
    names |= {"game": game, "partner": partner}
    wanted = {bot.with_name("AGENTS.md"): "AGENTS.md"}
    if bot.suffix == ".py":
        wanted[test] = "bot_test.txt"
    if workflow:
        target = bot.parent / WORKFLOWS[workflow]
        target.parent.mkdir(parents=True, exist_ok=True)
        wanted[target] = f"{workflow}.yml"
    return [path for path, template in wanted.items() if _write(path, _filled(template, names))]


def _filled(template: str, names: Mapping[str, str]) -> str:
    return Template((PROJECT / template).read_text(encoding="utf-8")).substitute(names)


def _write(path: Path, text: str) -> bool:
    """False: the file exists already. Raises BadInput."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return False
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    return True


def _source(path: Path, game: str) -> Path:
    if game not in games():
        names = ", ".join(games())
        raise BadInput(f"unknown game {game!r}.{suggestion(game, games())} The games are: {names}.")
    if path.suffix == ".py":
        return FOLDER / f"{game}.py"
    if game != packing.GAME:
        raise BadInput(f"the JavaScript and C starters are for {packing.GAME}; for {game}, use .py")
    return packing.starter_source(path)
