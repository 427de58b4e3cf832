"""Recorded decisions: read from a file, and put to bots in the full jail."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from rich.console import Console
from rich.table import Table

from arena.matches.referee import protocol
from arena.matches.referee.player import SplitAnswers, unusable
from arena.matches.referee.protocol import Decide, Finish, Hello
from arena.matches.referee.referee import LOG_TAIL, BotFault, Entrant, Fault, greet
from arena.matches.referee.referee import ask as put
from engine import catalogue
from engine.game import Decision, IllegalChoice
from kit.errors import BadInput
from kit.files import read_text
from kit.play.report import fault_panel, log_text, plain, value_text
from kit.program import PROGRAM
from sandbox import errors
from sandbox.conversation import Conversation
from sandbox.errors import Rejected
from sandbox.limits import Limits
from sandbox.runner import Prepared, Runner

Sent = Hello | Decide | Finish

MESSAGES: dict[str, type[Sent]] = {"hello": Hello, "decide": Decide, "finish": Finish}
LIMITS = {field.name for field in fields(Limits)}
DEFAULT_GAME = "dominion"
LONGEST_PAUSE = 60.0
OPTIONAL = ("view", "events", "state")
LEAST_CLOCK = 0.001  # seconds
SHOWN_DIFFERENCES = 20


# --- read ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Note:
    """A line's other keys: `cpu` seconds that the recorded bot took; its fault."""

    has_clock: bool = False
    pause: float = 0.0
    cpu: float | None = None
    picked: list[int] | None = None
    verdict: str = ""
    message: str = ""
    number: int = 0


@dataclass(frozen=True)
class Recording:
    """Messages with their notes; as an iterable, the messages."""

    messages: list[Sent]
    notes: list[Note]

    def __iter__(self) -> Iterator[Sent]:
        return iter(self.messages)

    def games(self) -> Iterator[list[tuple[Sent, Note]]]:
        """Yield games: each begins with `hello`."""
        lines = list(zip(self.messages, self.notes, strict=True))
        starts = [n for n, message in enumerate(self.messages) if isinstance(message, Hello)]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield lines[start:end]

    def fault(self) -> dict[str, Any] | None:
        """Return the first recorded fault; `number` is its decision's."""
        for message, note in zip(self.messages, self.notes, strict=True):
            if note.verdict:
                number = note.number or (message.id if isinstance(message, Decide) else 0)
                return {"verdict": note.verdict, "message": note.message, "number": number}
        return None


def read_recording(path: Path, game: str | None) -> Recording:
    """Read a file of recorded decisions. Raises BadInput.

    Where it has no `hello`, one is added: of `game`, or of the first game that fits.
    """
    try:
        text = read_text(path)
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    messages: list[Sent] = []
    notes: list[Note] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                message, note = _read_line(line, number, game)
            except (ValueError, RecursionError) as error:
                raise BadInput(f"{path}, line {number}: {error}") from error
            messages.append(message)
            notes.append(note)
    first = next((message for message in messages if isinstance(message, Decide)), None)
    is_start = messages and isinstance(messages[0], Hello) and isinstance(messages[-1], Finish)
    if first is None and not is_start:
        raise BadInput(f"{path} contains no decisions; see {PROGRAM} ask --help")
    if first is not None and not isinstance(messages[0], Hello):
        return Recording([_missing_hello(first, game), *messages], [Note(), *notes])
    return Recording(messages, notes)


def _read_line(line: str, number: int, game: str | None) -> tuple[Sent, Note]:
    """Read a message and its note; keys that lack get a default. Raises ValueError."""
    if len(line.encode()) > Limits().line_out:
        raise ValueError("longer than the longest line sent to a bot (1 MiB)")
    data = json.loads(line)
    kind = data.get("type", "decide") if isinstance(data, dict) else None
    if kind not in MESSAGES or (kind == "decide" and not isinstance(data.get("decision"), dict)):
        raise ValueError(f"not a message or a recorded decision; see {PROGRAM} ask --help")
    parts: dict[str, Any] = {"type": kind}
    if kind == "hello":
        parts |= {"game": game or DEFAULT_GAME, "config": {}, "seats": 2, "seat": 0}
        parts |= {"limits": {}, "random": 0}
    elif kind == "decide":
        limits = Limits()
        clock = {"left": limits.game_cpu, "decision": limits.decision_cpu}
        parts |= {"id": number, "clock": clock}
    parts |= _known_fields(MESSAGES[kind], data)
    if kind == "decide":
        parts["decision"] = {"seat": 0, **_known_fields(protocol.Question, data["decision"])}
    message = protocol.read_sent(json.dumps(parts).encode())
    if isinstance(message, Hello):  # limits that are not known here are left out
        known = {name: limit for name, limit in message.limits.items() if name in LIMITS}
        whole = Limits.from_json(known).to_json()
        message = msgspec.structs.replace(message, limits=whole)
    return message, _read_note(data)


def _read_note(data: dict[str, Any]) -> Note:
    """Read what a line says beside its message. Raises ValueError."""
    verdict, picked, number = data.get("verdict"), data.get("picked"), data.get("number")
    is_picks = isinstance(picked, list) and all(type(pick) is int for pick in picked)
    is_timed = data.get("type") == "decide" and data.get("cpu") is not None
    return Note(
        has_clock=data.get("clock") is not None,
        pause=min(LONGEST_PAUSE, _seconds(data, "pause")),
        cpu=_seconds(data, "cpu") if is_timed else None,
        picked=picked if is_picks else None,
        verdict=verdict if isinstance(verdict, str) else "",
        message=str(data.get("message", "")),
        number=number if type(number) is int else 0,
    )


def _seconds(data: dict[str, Any], key: str) -> float:
    value = data.get(key, 0.0)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not isfinite(value) or value < 0:
        raise ValueError(f"{key} must be a number of seconds, not {value!r}")
    return float(value)


def _known_fields(kind: type[Struct], data: dict[str, Any]) -> dict[str, Any]:
    return {name: data[name] for name in kind.__struct_fields__ if data.get(name) is not None}


def _missing_hello(first: Decide, game: str | None) -> Hello:
    """Guess the `hello` of a recording without one: only a state knows the game's options."""
    kind = first.decision.kind
    games = catalogue.games().items()
    fitting = (name for name, known in games if kind in known.kinds)
    config = first.state.get("config") if isinstance(first.state, dict) else None
    seats = first.view.get("seats", []) if isinstance(first.view, dict) else []
    return Hello(
        game=game or next(fitting, DEFAULT_GAME),
        config=config if isinstance(config, dict) else {},
        seats=max(2, len(seats)),
        seat=first.decision.seat,
        limits=Limits().to_json(),
        random=0,
    )


# --- put to bots --------------------------------------------------------------------------------
@dataclass
class AskResult:
    """`answers`: {id, kind, picks, values} in order; `recorded`: the recorded bot's fault."""

    bot: str
    verdict: str = "ok"
    answers: list[dict[str, Any]] = field(default_factory=list)
    fault: Fault | None = None
    cpu: float = 0.0
    log: str = ""
    stamp: dict[str, Any] = field(default_factory=dict)
    recorded: dict[str, Any] | None = None
    is_reproduced: bool = False

    @property
    def summary(self) -> str:
        before = _fault_words(self.recorded) if self.recorded else ""
        if self.fault is None:
            known = f"; the recorded bot failed: {before}" if before else ""
            count = len(self.answers)
            decisions = "the decision" if count == 1 else f"all {count} decisions"
            return f"this version answers {decisions}{known}"
        if self.is_reproduced:
            return "the same failure as recorded"
        if not before:
            return f"it fails {_place(self.fault.number)}"
        now = _fault_words(asdict(self.fault))
        return f"another failure than recorded: {now}, not {before}"

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"summary": self.summary, "jail": self.stamp["level"]}


def _fault_words(fault: dict[str, Any]) -> str:
    return f"{fault['verdict']} {_place(fault['number'])}"


def _place(number: int) -> str:
    return f"at decision {number}" if number else "at the start"


def ask_bot(entrant: Entrant, recording: Recording, jailer: Runner) -> AskResult:
    """Use a fresh jail per `hello`. Raises HostFailure."""
    asked = AskResult(entrant.name, stamp=dict(jailer.stamp), recorded=recording.fault())
    try:
        with jailer.prepare(entrant.path) as bot:
            for number, lines in enumerate(recording.games()):
                _Game(asked, number, lines).play(jailer, bot)
                if asked.fault:
                    break
    except Rejected as rejected:
        bot_fault, before = unusable(rejected), asked.recorded or {}
        asked.is_reproduced = (before.get("verdict"), before.get("number")) == ("crash", 0)
        _fault(asked, 0, bot_fault, None, 0, None)
    return asked


class _Game:
    """The lines of a recorded game, put to a bot."""

    def __init__(self, asked: AskResult, number: int, lines: Sequence[tuple[Sent, Note]]) -> None:
        self.asked, self.number, self.lines = asked, number, lines
        hello = lines[0][0]
        self.limits = Limits.from_json(hello.limits) if isinstance(hello, Hello) else Limits()
        self.wants = frozenset(OPTIONAL)
        self.left = self.limits.game_cpu
        self.split = SplitAnswers()
        self.decisions = 0
        self.question: Decide | None = None
        self.note = Note()

    def play(self, jailer: Runner, bot: Prepared) -> None:
        with Conversation(jailer, bot, self.limits) as talk:
            bot_fault = None
            try:
                for message, note in self.lines:
                    self.note = note
                    if isinstance(message, Hello):
                        self.wants = frozenset(greet(talk, message).wants)
                    elif isinstance(message, Finish):
                        with suppress(errors.BotFault):  # as in the referee
                            talk.tell(protocol.encode(message))
                    else:
                        time.sleep(note.pause)
                        self.asked.answers.append(self._answer(talk, message, note))
            except BotFault as caught:
                bot_fault = caught
            self.asked.cpu += talk.cpu
            self.asked.log += talk.log
        if bot_fault:
            self.asked.is_reproduced = self.note.verdict == bot_fault.verdict
            _fault(self.asked, self.number, bot_fault, self.question, self.decisions, talk)

    def _answer(self, talk: Conversation, message: Decide, note: Note) -> dict[str, Any]:
        message = self._with_clock(talk, message, note)
        self.question = message
        self.decisions += 1
        question = message.decision
        options = tuple(map(json.dumps, question.options))  # as text, which can be hashed
        least, most, source = question.least, question.most, question.source
        decision = Decision(question.seat, question.kind, options, least, most, source=source)
        is_new = not self.split.goes_on(decision)
        unwanted = dict.fromkeys(set(OPTIONAL) - self.wants, UNSET)
        answer = put(talk, msgspec.structs.replace(message, **unwanted), increment=is_new)
        try:
            decision.check(answer.picks)
        except IllegalChoice as error:
            raise BotFault("illegal", error.problem) from error
        self.split.note(decision, answer.picks if note.picked is None else note.picked)
        if note.cpu is not None:
            gained = self.limits.increment_cpu if is_new else 0.0
            self.left = max(LEAST_CLOCK, self.left + gained - note.cpu)
        values = [question.options[pick] for pick in answer.picks]
        return {"id": message.id, "kind": question.kind, "picks": answer.picks, "values": values}

    def _with_clock(self, talk: Conversation, message: Decide, note: Note) -> Decide:
        """Set the recorded clock, if known."""
        if note.has_clock:
            self.left = max(LEAST_CLOCK, message.clock.left)
        elif note.cpu is None:
            return message
        talk.set_clock(self.left, used=talk.cpu, waited=talk.waited)
        if note.has_clock:
            return message
        return msgspec.structs.replace(message, clock=protocol.Clock(**talk.clock))


def _fault(
    asked: AskResult,
    game: int,
    bot_fault: BotFault,
    question: Decide | None,
    number: int,
    talk: Conversation | None,
) -> None:
    """Note the bot's fault; `cpu` and `log` are the last game's, as the referee's are."""
    view = question.view if question and isinstance(question.view, dict) else None
    asked.verdict = bot_fault.verdict
    asked.fault = Fault(
        game=game,
        entrant=0,
        verdict=bot_fault.verdict,
        message=bot_fault.message,
        traceback=bot_fault.detail,
        decision=json.loads(protocol.encode(question.decision)) if question else None,
        view=view,
        number=number,
        cpu=talk.cpu if talk else 0.0,
        log=talk.log[-LOG_TAIL:] if talk else "",
        meter=talk.meter if talk else {},
    )


@dataclass(frozen=True)
class Comparison:
    """Two bots' answers to the same decisions."""

    recording: Recording
    asked: AskResult
    other: AskResult

    def pairs(self) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
        """Yield the answers; None where the other bot has none."""
        for number, answer in enumerate(self.asked.answers):
            known = number < len(self.other.answers)
            yield answer, self.other.answers[number] if known else None

    def differing(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """Return pairs of answers that differ as values."""
        asked = [message.decision for message in self.recording if isinstance(message, Decide)]
        return [
            (answer, other)
            for question, (answer, other) in zip(asked, self.pairs(), strict=False)
            if other is not None and _as_value(question, answer) != _as_value(question, other)
        ]

    def to_json(self) -> dict[str, Any]:
        """Add `other` to the first's answers; `differences` are ids."""
        answers = [
            answer | {"other": other and {key: other[key] for key in ("picks", "values")}}
            for answer, other in self.pairs()
        ]
        against = self.other.to_json()
        del against["answers"]
        return self.asked.to_json() | {
            "answers": answers,
            "differences": [answer["id"] for answer, _other in self.differing()],
            "against": against,
        }


def _as_value(question: protocol.Question, answer: dict[str, Any]) -> list[str]:
    words = [json.dumps(value) for value in answer["values"]]
    return words if question.ordered else sorted(words)


# --- printed ------------------------------------------------------------------------------------
def print_asked(asked: AskResult) -> None:
    console = Console()
    table = Table(
        "Decision", "Kind", "Picks", "Answer", title=plain(asked.bot), title_justify="left"
    )
    for answer in asked.answers:
        row = (answer["id"], answer["kind"], answer["picks"], _values_text(answer))
        table.add_row(*map(plain, row))
    console.print(table)
    _print_verdict(console, asked)


def _print_verdict(console: Console, asked: AskResult) -> None:
    words = f"Verdict: {asked.verdict}: {asked.summary}. CPU: {asked.cpu:.3f} s."
    console.print(plain(words), soft_wrap=True)
    if asked.fault:
        console.print(fault_panel(asked.fault, asked.bot))
    elif asked.log:
        console.print(log_text(asked.log))


def print_comparison(compared: Comparison) -> None:
    console = Console()
    asked, other = compared.asked, compared.other
    differing = compared.differing()
    if differing:
        table = Table("Decision", "Kind")
        table.add_column(plain(asked.bot))
        table.add_column(plain(other.bot))
        for answer, against in differing[:SHOWN_DIFFERENCES]:
            row = (answer["id"], answer["kind"], _values_text(answer), _values_text(against))
            table.add_row(*map(plain, row))
        console.print(table)
        if len(differing) > SHOWN_DIFFERENCES:
            console.print(f"The first {SHOWN_DIFFERENCES}; --json has all.")
    both = min(len(asked.answers), len(other.answers))
    console.print(f"Answers that differ: {len(differing)} of {both}.")
    for result in (asked, other):
        console.print(plain(result.bot, style="bold"))
        _print_verdict(console, result)


def _values_text(answer: dict[str, Any]) -> str:
    return ", ".join(map(value_text, answer["values"])) or "nothing"
