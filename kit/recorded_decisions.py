"""Put recorded decisions to a bot, in the full jail."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.match import protocol
from arena.match.player import unusable
from arena.match.protocol import Decide, Finish, Hello
from arena.match.referee import LOG_TAIL, BotFault, Entrant, Fault, greet
from arena.match.referee import ask as put
from engine import catalogue
from engine.game import Decision, IllegalChoice
from kit.errors import BadInput
from sandbox import errors
from sandbox.conversation import Conversation
from sandbox.errors import Rejected
from sandbox.jail import Jailer, Prepared
from sandbox.limits import Limits

MESSAGES: dict[str, type[Hello | Decide | Finish]] = {
    "hello": Hello,
    "decide": Decide,
    "finish": Finish,
}
LIMITS = {field.name for field in fields(Limits)}
DEFAULT_GAME = "dominion"


@dataclass
class AskResult:
    """`answers`: {id, kind, picks, values} in order."""

    bot: str
    verdict: str = "ok"
    answers: list[dict[str, Any]] = field(default_factory=list)
    fault: Fault | None = None
    cpu: float = 0.0
    log: str = ""
    stamp: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def read_recording(path: Path, game: str | None) -> list[Hello | Decide | Finish]:
    """Add a `hello` if missing, for `game` or the first that fits. Raises BadInput."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from error
    messages = list(_messages(path, text, game))
    first = next((message for message in messages if isinstance(message, Decide)), None)
    if first is None:
        raise BadInput(f"{path} contains no decisions; see ./kingsbench ask --help")
    return messages if isinstance(messages[0], Hello) else [_hello(first, game), *messages]


def _messages(path: Path, text: str, game: str | None) -> Iterator[Hello | Decide | Finish]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield _message(line, number, game)
            except (ValueError, RecursionError) as error:
                raise BadInput(f"{path}, line {number}: {error}") from error


def _message(line: str, number: int, game: str | None) -> Hello | Decide | Finish:
    """Recordings may omit or add keys. Raises ValueError."""
    if len(line.encode()) > Limits().line_out:
        raise ValueError("longer than the longest line sent to a bot (1 MiB)")
    data = json.loads(line)
    kind = data.get("type", "decide") if isinstance(data, dict) else None
    if kind not in MESSAGES or (kind == "decide" and not isinstance(data.get("decision"), dict)):
        raise ValueError("not a message or a recorded decision; see ./kingsbench ask --help")
    parts = {"type": kind, **_defaults(kind, number, game), **_known(MESSAGES[kind], data)}
    if kind == "decide":
        parts["decision"] = {"seat": 0, **_known(protocol.Question, data["decision"])}
    message = protocol.read_sent(json.dumps(parts).encode())
    return _limited(message) if isinstance(message, Hello) else message


def _known(kind: type[Struct], data: dict[str, Any]) -> dict[str, Any]:
    return {name: data[name] for name in kind.__struct_fields__ if data.get(name) is not None}


def _defaults(kind: str, number: int, game: str | None) -> dict[str, Any]:
    if kind == "hello":
        return {
            "game": game or DEFAULT_GAME,
            "config": {},
            "seats": 2,
            "seat": 0,
            "limits": {},
            "random": 0,
        }
    if kind == "decide":
        limits = Limits()
        return {"id": number, "clock": {"left": limits.game_cpu, "decision": limits.decision_cpu}}
    return {}


def _limited(hello: Hello) -> Hello:
    """Keep known limits; fill in the others."""
    limits = Limits.from_json({name: n for name, n in hello.limits.items() if name in LIMITS})
    return msgspec.structs.replace(hello, limits=limits.to_json())


def _hello(first: Decide, game: str | None) -> Hello:
    """Only a state knows the game's options."""
    config = first.state.get("config") if isinstance(first.state, dict) else None
    seats = first.view.get("seats", []) if isinstance(first.view, dict) else []
    return Hello(
        game=game or _game_with(first.decision.kind),
        config=config if isinstance(config, dict) else {},
        seats=max(2, len(seats)),
        seat=first.decision.seat,
        limits=Limits().to_json(),
        random=0,
    )


def _game_with(kind: str) -> str:
    games = catalogue.games().items()
    return next((name for name, game in games if kind in game.kinds), DEFAULT_GAME)


def ask_bot(
    entrant: Entrant, messages: Sequence[Hello | Decide | Finish], jailer: Jailer
) -> AskResult:
    """Use a fresh jail per `hello`. Raises HostFailure."""
    asked = AskResult(entrant.name, stamp=dict(jailer.stamp))
    try:
        with jailer.prepare(entrant.path) as bot:
            for number, game in enumerate(_games(messages)):
                _Game(asked, number).play(game, jailer, bot)
                if asked.fault:
                    break
    except Rejected as rejected:
        _fault(asked, 0, unusable(rejected), None, 0, None)
    return asked


def _games(
    messages: Sequence[Hello | Decide | Finish],
) -> Iterator[list[Hello | Decide | Finish]]:
    starts = [n for n, message in enumerate(messages) if isinstance(message, Hello)]
    for start, end in zip(starts, [*starts[1:], len(messages)], strict=True):
        yield list(messages[start:end])


def _limits(first: Hello | Decide | Finish) -> Limits:
    return Limits.from_json(first.limits) if isinstance(first, Hello) else Limits()


class _Game:
    def __init__(self, asked: AskResult, number: int) -> None:
        self.asked, self.number = asked, number
        self.decisions = 0
        self.question: Decide | None = None

    def play(
        self, messages: Sequence[Hello | Decide | Finish], jailer: Jailer, bot: Prepared
    ) -> None:
        with Conversation(jailer, bot, _limits(messages[0])) as talk:
            bot_fault = None
            try:
                for message in messages:
                    self._put(talk, message)
            except BotFault as caught:
                bot_fault = caught
            self.asked.cpu += talk.cpu
            self.asked.log += talk.log
        if bot_fault:
            _fault(self.asked, self.number, bot_fault, self.question, self.decisions, talk)

    def _put(self, talk: Conversation, message: Hello | Decide | Finish) -> None:
        if isinstance(message, Hello):
            greet(talk, message)
        elif isinstance(message, Finish):
            _tell(talk, message)
        else:
            self.question = message
            self.decisions += 1
            self.asked.answers.append(_answer(talk, message))


def _tell(talk: Conversation, message: Finish) -> None:
    try:
        talk.tell(protocol.encode(message))
    except errors.BotFault as fault:
        raise BotFault.of(fault) from fault


def _answer(talk: Conversation, message: Decide) -> dict[str, Any]:
    question = message.decision
    answer = put(talk, message)
    try:
        _decision(question).check(answer.picks)
    except IllegalChoice as error:
        raise BotFault("illegal", error.problem) from error
    values = [question.options[pick] for pick in answer.picks]
    return {"id": message.id, "kind": question.kind, "picks": answer.picks, "values": values}


def _decision(question: protocol.Question) -> Decision:
    return Decision(question.seat, question.kind, question.options, question.least, question.most)


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
