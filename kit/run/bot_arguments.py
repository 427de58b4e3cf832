"""Turn words of the command line into bots."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from arena.compiling import engine_package
from arena.matches.referee.referee import Entrant
from kit.bots import FOLDER, house_bots
from kit.errors import BadInput, suggestion
from kit.run import packing, plain, runtimes, trust
from kit.terminal import escape_controls
from sandbox.errors import JailUnavailable, Rejected
from sandbox.languages import LANGUAGES
from sandbox.runner import Runner

SUFFIXES = (".py", ".zip")
NO_JAIL = "This is not the jail, but plain processes with your rights and soft limits: "
_packed: dict[Path, Path] = {}  # folders of bots, by the zip that stands for one


def entrant(word: str, game: str | None = None) -> Entrant:
    """Return a house bot by name, or a bot's file or folder. Raises BadInput."""
    if bot := house_bots().get(word):
        if game is not None and game not in bot.games:
            others = ", ".join(house_bots(game))
            raise BadInput(
                f"{word} does not play {game}, only {', '.join(bot.games)}. House bots of {game}: "
                f"{others}."
            )
        return Entrant(word, bot.path)
    path = Path(word).expanduser()
    if path.is_dir():
        packed = packing.as_file(path)
        _packed[packed] = path
        return Entrant(_name(path.resolve().name), packed)
    if path.is_file() and path.suffix in SUFFIXES:
        return Entrant(_name(path.stem), path)
    raise BadInput(_why_no_bot(word, path, game))


def _name(text: str) -> str:
    """Return a file's name as text that can be stored, where it is no UTF-8."""
    return text.encode(errors="replace").decode()


def sparring_partner(game: str) -> str:
    """Return the simplest house bot with a plan."""
    return next(name for name in house_bots(game) if name != "random")


def entrants(words: Sequence[str], game: str) -> list[Entrant]:
    """Return the bots that play; repeated names get numbers. Raises BadInput."""
    times: Counter[str] = Counter()
    named = []
    for bot in [entrant(word, game) for word in words]:
        times[bot.name] += 1
        number = times[bot.name]
        named.append(bot if number == 1 else Entrant(f"{bot.name} ({number})", bot.path))
    return named


def jailer(bots: Sequence[Entrant], *, is_helper: bool = False) -> Runner:
    """Return the jail where it works, else plain processes for bots that the user trusts.

    A helper's command has asked and warned already. Raises BadInput.
    """
    runtime = runtimes.configured_runtime()
    if runtime and not runtime.is_dir():
        raise BadInput(f"there is no runtime in {runtime}: build it, or unset {runtimes.SETTING}")
    for house in house_bots().values():
        if house.path in [bot.path for bot in bots] and (advice := runtimes.advice(house)):
            raise BadInput(f"{house.name} {advice}")
    try:
        return _strongest_jail(runtime)
    except JailUnavailable as unavailable:
        if not is_helper:
            strangers = [bot.path for bot in bots if bot.path.parent != FOLDER]
            folders = {_packed.get(path, path.parent) for path in strangers}
            trust.require(folders, unavailable)
            click.echo(escape_controls(f"{NO_JAIL}{unavailable}"), err=True)
        return plain.PlainRunner(runtime)


def _strongest_jail(runtime: Path | None) -> Runner:
    """Raises JailUnavailable, also where there is no Linux."""
    try:
        from sandbox.jail import Jailer  # noqa: PLC0415  # not importable everywhere
    except (ImportError, AttributeError) as missing:
        raise JailUnavailable("the jail needs Linux: %(problem)s", problem=missing) from missing
    return Jailer.strongest(languages=LANGUAGES, runtime=runtime, engine=engine_package())


def check(bots: Sequence[Entrant], jailer: Runner) -> None:
    """Inspect files in a jail. Raises BadInput."""
    for bot in bots:
        try:
            with jailer.prepare(bot.path):
                pass
        except Rejected as rejected:
            raise BadInput(f"{bot.path} is not a bot: {rejected}") from rejected


def _why_no_bot(word: str, path: Path, game: str | None) -> str:
    if path.is_file():
        return f"{word} is not a Python bot. A bot must be a .py file, or a .zip with bot.py in it."
    if os.path.lexists(path) and not path.is_dir():
        return f"{word} is no file that can be read: it is a pipe, a device or a broken link."
    if path.suffix in SUFFIXES or len(path.parts) > 1:
        near = [str(other) for ending in SUFFIXES for other in path.parent.glob(f"*{ending}")]
        return f"there is no file {word}.{suggestion(word, near)}"
    names = list(house_bots(game))
    files = [str(other) for other in Path().glob("*.py")]
    return (
        f"unknown bot {word!r}.{suggestion(word, names + files)} House bots: {', '.join(names)}; "
        "for your own bot, give its file."
    )
