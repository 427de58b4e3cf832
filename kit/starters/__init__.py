"""Bots that `kingsbench new` writes, and files beside them."""

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
    if not origin:
        source = _starter(path, game)
    else:
        steps = tutorial_steps()
        if origin not in steps:
            names = ", ".join(steps)
            raise BadInput(
                f"there is no {origin!r}.{suggestion(origin, steps)} There are: {names}."
            )
        if path.suffix != ".py" or game != "dominion":
            raise BadInput(f"{origin} is a Dominion bot in Python; name the new file NAME.py")
        source = steps[origin]
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
    written = []
    for path, name in wanted.items():
        template = Template((PROJECT / name).read_text(encoding="utf-8"))
        if _write(path, template.substitute(names)):
            written.append(path)
    return written


def _write(path: Path, text: str) -> bool:
    """Write a new file; return False if it exists already. Raises BadInput."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return False
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    return True


def _starter(path: Path, game: str) -> Path:
    """Return the game's starter in the language of this file's ending. Raises BadInput."""
    if game not in games():
        names = ", ".join(games())
        raise BadInput(f"unknown game {game!r}.{suggestion(game, games())} The games are: {names}.")
    if path.suffix == ".py":
        return FOLDER / f"{game}.py"
    if game != packing.GAME:
        raise BadInput(f"the JavaScript and C starters are for {packing.GAME}; for {game}, use .py")
    return packing.starter_source(path)
