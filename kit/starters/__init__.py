"""Bots that `kingsbench new` writes, and files beside them."""

from collections.abc import Mapping
from pathlib import Path
from string import Template

from kit.errors import BadInput, suggestion
from kit.run import packing

FOLDER = Path(__file__).parent
PROJECT = FOLDER / "project"
TUTORIAL = FOLDER / "tutorial"
WORKFLOWS = {"github": ".github/workflows/kingsbench.yml", "gitlab": ".gitlab-ci.yml"}


def games() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))


def tutorial_steps() -> dict[str, Path]:
    """Return the bots of the tutorial by the name that `new --from` takes, such as tutorial/1."""
    files = sorted(TUTORIAL.glob("step*.py"))
    return {f"tutorial/{file.stem.removeprefix('step')}": file for file in files}


def write(name: str, game: str, origin: str | None = None) -> Path:
    """Write a game's starter, or a bot of the tutorial, in the language of the file's ending.

    Raises BadInput.
    """
    path = Path(name) if name.endswith((".py", *packing.SUFFIXES)) else Path(f"{name}.py")
    source = _tutorial_step(path, game, origin) if origin else _source(path, game)
    if not _write(path, source.read_text(encoding="utf-8")):
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
    return [path for path, template in wanted.items() if _write(path, _fill(template, names))]


def _fill(template: str, names: Mapping[str, str]) -> str:
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


def _tutorial_step(path: Path, game: str, origin: str) -> Path:
    steps = tutorial_steps()
    if origin not in steps:
        names = ", ".join(steps)
        raise BadInput(f"there is no {origin!r}.{suggestion(origin, steps)} There are: {names}.")
    if path.suffix != ".py" or game != "dominion":
        raise BadInput(f"{origin} is a Dominion bot in Python; name the new file NAME.py")
    return steps[origin]


def _source(path: Path, game: str) -> Path:
    if game not in games():
        names = ", ".join(games())
        raise BadInput(f"unknown game {game!r}.{suggestion(game, games())} The games are: {names}.")
    if path.suffix == ".py":
        return FOLDER / f"{game}.py"
    if game != packing.GAME:
        raise BadInput(f"the JavaScript and C starters are for {packing.GAME}; for {game}, use .py")
    return packing.starter_source(path)
