"""Put recorded decisions to bots, in the full jail."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET

from arena.matches.referee import protocol
from arena.matches.referee.player import SplitAnswers, unusable
from arena.matches.referee.protocol import Decide, Finish, Hello
from arena.matches.referee.referee import LOG_TAIL, BotFault, Entrant, Fault, greet
from arena.matches.referee.referee import ask as put
from engine.game import Decision, IllegalChoice
from kit.check.recorded_decisions import Note, Recording, Sent
from sandbox import errors
from sandbox.conversation import Conversation
from sandbox.errors import Rejected
from sandbox.limits import Limits
from sandbox.runner import Prepared, Runner

OPTIONAL = ("view", "events", "state")
LEAST_CLOCK = 0.001  # seconds


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
                    self._put(talk, message, note)
            except BotFault as caught:
                bot_fault = caught
            self.asked.cpu += talk.cpu
            self.asked.log += talk.log
        if bot_fault:
            self.asked.is_reproduced = self.note.verdict == bot_fault.verdict
            _fault(self.asked, self.number, bot_fault, self.question, self.decisions, talk)

    def _put(self, talk: Conversation, message: Sent, note: Note) -> None:
        if isinstance(message, Hello):
            self.wants = frozenset(greet(talk, message).wants)
        elif isinstance(message, Finish):
            with suppress(errors.BotFault):  # as in the referee
                talk.tell(protocol.encode(message))
        else:
            time.sleep(note.pause)
            self.asked.answers.append(self._answer(talk, message, note))

    def _answer(self, talk: Conversation, message: Decide, note: Note) -> dict[str, Any]:
        message = self._with_clock(talk, message, note)
        self.question = message
        self.decisions += 1
        question, decision = message.decision, _decision(message.decision)
        is_new = not self.split.goes_on(decision)
        answer = put(talk, self._reduce(message), increment=is_new)
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

    def _reduce(self, message: Decide) -> Decide:
        unwanted = dict.fromkeys(set(OPTIONAL) - self.wants, UNSET)
        return msgspec.structs.replace(message, **unwanted)


def _decision(question: protocol.Question) -> Decision:
    """Return it with options as text, which can be hashed."""
    options = tuple(map(json.dumps, question.options))
    least, most, source = question.least, question.most, question.source
    return Decision(question.seat, question.kind, options, least, most, source=source)


def _fault(
    asked: AskResult,
    game: int,
    bot_fault: BotFault,
    question: Decide | None,
    number: int,
    talk: Conversation | None,
) -> None:
    """`cpu` and `log` are the last game's, as the referee's are."""
    view = question.view if question and isinstance(question.view, dict) else None
    asked.verdict = bot_fault.verdict
    asked.fault = Fault(
        game=game,
        entrant=0,
        verdict=bot_fault.verdict,
        message=bot_fault.message,
        traceback=bot_fault.detail,
        decision=_asdict(question.decision) if question else None,
        view=view,
        number=number,
        cpu=talk.cpu if talk else 0.0,
        log=talk.log[-LOG_TAIL:] if talk else "",
        meter=talk.meter if talk else {},
    )


def _asdict(question: protocol.Question) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(protocol.encode(question))
    return found


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
        asked = [one.decision for one in self.recording if isinstance(one, Decide)]
        return [
            (one, other)
            for question, (one, other) in zip(asked, self.pairs(), strict=False)
            if other is not None and _as_value(question, one) != _as_value(question, other)
        ]

    def to_json(self) -> dict[str, Any]:
        """Add `other` to the first's answers; `differences` are ids."""
        answers = [
            one | {"other": other and {key: other[key] for key in ("picks", "values")}}
            for one, other in self.pairs()
        ]
        against = self.other.to_json()
        del against["answers"]
        return self.asked.to_json() | {
            "answers": answers,
            "differences": [one["id"] for one, _other in self.differing()],
            "against": against,
        }


def _as_value(question: protocol.Question, answer: dict[str, Any]) -> list[str]:
    words = [json.dumps(value) for value in answer["values"]]
    return words if question.ordered else sorted(words)
