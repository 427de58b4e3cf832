"""Find what a platform's check would refuse, before uploading."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from arena.match.decision_log import is_default, read_rows
from arena.match.fault import Fault
from arena.match.protocol import Finish, Hello, Outcome
from arena.match.referee import Entrant, GameResult, Plan, play
from engine import catalogue
from kit import bot_arguments, stand_ins
from kit.asking import ask_bot
from kit.recorded_decisions import Note, Recording
from kit.stand_ins import BOT, LINT, own_name
from sandbox.errors import Rejected
from sandbox.guest.upload_rules import PYTHON_BYTES, REASONS
from sandbox.limits import Limits

FRAME = re.compile(r'File "([^"]+)", line (\d+)')
SEED = 1


@dataclass(frozen=True)
class Finding:
    """`line` is null where none can be named."""

    file: str
    line: int | None
    rule: str
    message: str


@dataclass
class Lint:
    """`game` is the first that it played without a fault, of those tried."""

    bot: str
    findings: list[Finding] = field(default_factory=list)
    game: str | None = None
    only_defaults: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"clean": not self.findings} | asdict(self)


def lint(entrant: Entrant, game: str | None) -> Lint:
    """Inspect, read and play it in the jail, as a platform would. Raises HostFailure."""
    found = Lint(entrant.name)
    _lint(found, entrant, game)
    if entrant.path.suffix == ".py":
        found.findings = [
            replace(one, file=str(entrant.path)) if one.file == BOT else one
            for one in found.findings
        ]
    found.findings.sort(key=lambda one: (one.file, one.line or 0))
    return found


def _lint(found: Lint, entrant: Entrant, game: str | None) -> None:
    jailer = bot_arguments.jailer([entrant])
    try:
        with jailer.prepare(entrant.path) as bot:
            files = {str(path.relative_to(bot.folder)) for path in bot.folder.rglob("*.py")}
    except Rejected as rejected:
        found.findings.append(_of_rejected(rejected, entrant.path))
        return
    if stand_ins.is_python(entrant.path):
        found.findings += _read(entrant, jailer)
    if not any(one.rule == "decide" for one in found.findings):
        _try_games(found, entrant, jailer, [game] if game else list(catalogue.games()), files)


def _of_rejected(rejected: Rejected, path: Path) -> Finding:
    rule = next((key for key, words in REASONS.items() if words == rejected.words), "upload")
    params = rejected.params
    if rule != "syntax":
        return Finding(params.get("file", path.name), None, rule, str(rejected))
    file, line = str(params["file"]), int(params["line"])
    if file == BOT and (bad := _not_utf8(path)):
        message = f"not UTF-8 text (byte {bad[1]:#04x}): save the file as UTF-8"
        return Finding(file, bad[0], "encoding", message)
    return Finding(file, line, rule, str(params["rest"]))


def _not_utf8(path: Path) -> tuple[int, int] | None:
    """Line and value of the first byte that is no UTF-8, in a file of its own."""
    if path.suffix != ".py" or path.stat().st_size > PYTHON_BYTES:
        return None
    content = path.read_bytes()
    try:
        content.decode()
    except UnicodeDecodeError as error:
        return content.count(b"\n", 0, error.start) + 1, content[error.start]
    return None


def _read(entrant: Entrant, jailer: Any) -> Iterator[Finding]:
    """Have the bot's files read inside the jail."""
    with tempfile.TemporaryDirectory() as folder:
        inside = stand_ins.stand_in("linted", entrant.path, Path(folder))
        asked = ask_bot(Entrant(entrant.name, inside), _greeting(), jailer)
    for file, line, rule, message in stand_ins.told(asked.log, LINT) or ():
        yield Finding(own_name(file), line, rule, message)


def _greeting() -> Recording:
    game = next(iter(catalogue.games()))
    hello = Hello(game, {}, 2, 0, Limits().to_json(), random=0)
    return Recording([hello, Finish(Outcome([0, 0], [1, 1], ""))], [Note(), Note()])


def _try_games(
    found: Lint, entrant: Entrant, jailer: Any, games: list[str], files: set[str]
) -> None:
    """Play each game as the check does, until one has no fault; else tell the first's."""
    faults = []
    for game in games:
        played = list(_check_games(entrant, jailer, game))
        wrong = [one for result in played for one in result.faults if one.entrant == 0]
        if not wrong:
            found.game = game
            found.only_defaults = all(map(_only_defaults, played))
            return
        faults.append(_of_fault(wrong[0], game, files))
    found.findings.append(faults[0])


def _check_games(entrant: Entrant, jailer: Any, game: str) -> Iterator[GameResult]:
    """Against a house bot, and against itself."""
    other = bot_arguments.entrant(bot_arguments.sparring_partner(game))
    plan = Plan(game, {}, 2, 1, SEED, Limits(), shuffled=False)
    for opponent in (other, entrant):
        yield from play(plan, [entrant, opponent], jailer).games


def _only_defaults(game: GameResult) -> bool:
    rows = [row for row in read_rows(game.decision_log) if game.seating[row["seat"]] == 0]
    return all(is_default(row) for row in rows)


def _of_fault(fault: Fault, game: str, files: set[str]) -> Finding:
    """With the last line of the bot's own that its traceback names."""
    frames = [(Path(file), line) for file, line in FRAME.findall(fault.traceback)]
    own = [(name, int(line)) for file, line in frames for name in files if _is(file, name)]
    file, line = own[-1] if own else (BOT, None)
    where = f"at decision {fault.number}" if fault.number else "at the start"
    message = f"{fault.verdict} {where} of a game of {game}: {fault.message}"
    return Finding(file, line, fault.verdict, message)


def _is(file: Path, name: str) -> bool:
    return file.parts[-len(Path(name).parts) :] == Path(name).parts
