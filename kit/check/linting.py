"""Find what a platform's check would refuse, before uploading."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from arena.bots import upload_inspection
from arena.bots.upload_inspection import UnfitUpload
from arena.matches.referee.decision_log import is_default, read_rows
from arena.matches.referee.fault import Fault
from arena.matches.referee.game_loop import LEAST_WALL_SHARE
from arena.matches.referee.protocol import Finish, Hello, Outcome
from arena.matches.referee.referee import Entrant, GameResult, Plan, play
from engine import catalogue
from kit import stand_ins
from kit.check.asking import Note, Recording, ask_bot
from kit.errors import BadInput
from kit.run import bot_arguments
from kit.stand_ins import BOT, LINT, own_name
from sandbox.errors import Rejected
from sandbox.guest.upload_rules import REASONS
from sandbox.languages import PYTHON
from sandbox.limits import Limits

FRAME = re.compile(r'File "([^"]+)", line (\d+)')
SEED = 1
Progress = Callable[[float, Callable[[], str]], None]


@dataclass(frozen=True)
class Finding:
    """`line` is null where none can be named."""

    file: str
    line: int | None
    rule: str
    message: str


@dataclass
class Lint:
    """`games`: those that it plays without a fault, `unfit` those that are not its own.

    `game` is the first of `games`.
    """

    bot: str
    findings: list[Finding] = field(default_factory=list)
    game: str | None = None
    games: list[str] = field(default_factory=list)
    unfit: list[str] = field(default_factory=list)
    only_defaults: bool = False
    language: str = PYTHON

    def to_json(self) -> dict[str, Any]:
        return {"clean": not self.findings} | asdict(self)


@dataclass(frozen=True)
class Trial:
    """The check's games of one game; `is_real`: the bot did not just give default answers."""

    game: str
    fault: Fault | None
    is_real: bool


def lint(entrant: Entrant, game: str | None, progress: Progress) -> Lint:
    """Inspect, read and play it in the jail, as a platform would. Raises BadInput, HostFailure."""
    result = Lint(entrant.name)
    _lint(result, entrant, [game] if game else list(catalogue.games()), progress)
    if entrant.path.suffix == ".py":
        result.findings = [
            replace(finding, file=str(entrant.path)) if finding.file == BOT else finding
            for finding in result.findings
        ]
    result.findings.sort(key=lambda finding: (finding.file, finding.line or 0))
    return result


def _lint(found: Lint, entrant: Entrant, games: Sequence[str], progress: Progress) -> None:
    if (refusal := _look(entrant.path)) is not None:
        found.findings.append(refusal)
        return
    jailer = bot_arguments.jailer([entrant])
    try:
        with jailer.prepare(entrant.path) as bot:
            found.language = bot.manifest.language
            files = {str(path.relative_to(bot.folder)) for path in bot.folder.rglob("*.py")}
    except Rejected as rejected:
        found.findings.append(_rejection(rejected, entrant.path))
        return
    if found.language == PYTHON:
        found.findings += _read_in_jail(entrant, jailer)
    if any(finding.rule == "decide" for finding in found.findings):
        return
    trials = []
    for number, game in enumerate(games):
        progress(number, lambda: f"{found.bot} plays {game}")  # noqa: B023  shown at once
        trials.append(_try_game(entrant, jailer, game))
    _judge(found, trials, files)


def _look(path: Path) -> Finding | None:
    """Look at the file as the site does before it takes an upload. Raises BadInput."""
    try:
        most = upload_inspection.most_bytes(path.name)
        with path.open("rb") as file:
            content = file.read(most + 1)
        upload_inspection.inspect_content(path.name, content, most=most)
    except UnfitUpload as unfit:
        line = getattr(unfit.problem, "params", {}).get("line")
        return Finding(BOT if line else path.name, line, "upload", str(unfit))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from error
    return None


def _rejection(rejected: Rejected, path: Path) -> Finding:
    rule = next((key for key, reason in REASONS.items() if reason == rejected.words), "upload")
    params = rejected.params
    if rule == "syntax":
        return Finding(str(params["file"]), int(params["line"]), rule, str(params["rest"]))
    return Finding(params.get("file", path.name), None, rule, str(rejected))


def _read_in_jail(entrant: Entrant, jailer: Any) -> Iterator[Finding]:
    """Have the bot's files read inside the jail, by a stand-in that is only greeted."""
    game = next(iter(catalogue.games()))
    hello = Hello(game, {}, 2, 0, Limits().to_json(), random=0)
    finish = Finish(Outcome([0, 0], [1, 1], ""))
    with tempfile.TemporaryDirectory() as folder:
        inside = stand_ins.stand_in("linted", entrant.path, Path(folder))
        greeting = Recording([hello, finish], [Note(), Note()])
        asked = ask_bot(Entrant(entrant.name, inside), greeting, jailer)
    for file, line, rule, message in stand_ins.find_report(asked.log, LINT) or ():
        yield Finding(own_name(file), line, rule, message)


def _try_game(entrant: Entrant, jailer: Any, game: str) -> Trial:
    """Play it as the check does: against a house bot from each seat, and once against itself."""
    other = bot_arguments.entrant(bot_arguments.sparring_partner(game))
    fault, is_real = None, False
    for opponent, games in ((other, 2), (entrant, 1)):
        plan = Plan(game, {}, 2, games, SEED, Limits(), shuffled=False, wall_share=LEAST_WALL_SHARE)
        own = {0, 1} if opponent is entrant else {0}
        result = play(plan, [entrant, opponent], jailer)
        fault = fault or next((fault for fault in result.faults if fault.entrant in own), None)
        is_real = is_real or any(_has_answers(played, own) for played in result.games)
    return Trial(game, fault, is_real)


def _has_answers(played: GameResult, own: set[int]) -> bool:
    """Return whether these entrants gave another answer than the default.

    The question at which a bot failed has none of its own.
    """
    failed = {fault.entrant for fault in played.faults}
    for entrant in own:
        rows = [
            row
            for row in read_rows(played.decision_log)
            if played.seating[row["seat"]] == entrant and row["cpu"] is not None
        ]
        answered = rows[:-1] if entrant in failed else rows
        if not all(map(is_default, answered)):
            return True
    return False


def _judge(found: Lint, trials: Sequence[Trial], files: set[str]) -> None:
    """Say which games are the bot's: a fault in one of them is a finding.

    Where it gave nothing but default answers, a game is another bot's, unless all are like that.
    """
    own = [trial for trial in trials if trial.is_real]
    found.only_defaults = not own
    own = own or [trial for trial in trials if not trial.fault] or list(trials[:1])
    found.findings += [
        _fault_finding(trial.fault, trial.game, files) for trial in own if trial.fault
    ]
    found.only_defaults &= not found.findings
    found.games = [trial.game for trial in own if not trial.fault]
    found.game = next(iter(found.games), None)
    found.unfit = [trial.game for trial in trials if trial.fault and trial not in own]


def _fault_finding(fault: Fault, game: str, files: set[str]) -> Finding:
    """Return it with the last line of the bot's own that its traceback names."""
    own = [
        (name, int(line))
        for file, line in FRAME.findall(fault.traceback)
        for name in files
        if f"/{file}".endswith(f"/{name}")
    ]
    file, line = own[-1] if own else (BOT, None)
    where = f"at decision {fault.number}" if fault.number else "at the start"
    message = f"{fault.verdict} {where} of a game of {game}: {fault.message}"
    return Finding(file, line, fault.verdict, message)
