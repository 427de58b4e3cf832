"""A bot's seat in a game."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Self, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from arena.matches.referee import protocol
from arena.matches.referee.fault import Fault, JsonObject
from arena.matches.referee.output import Mark
from engine.game import Decision, Game, IllegalChoice, Option
from engine.messages import Message
from engine.messages import gettext_noop as _
from sandbox import errors
from sandbox.conversation import Beat, Conversation
from sandbox.guest.answers import REASONS
from sandbox.limits import Limits
from sandbox.printable import printable
from sandbox.runner import Prepared, Runner

MESSAGE_LENGTH = 2_000
TRACEBACK_LENGTH = 16_000
LINE_SHOWN = 500  # of a malformed line
LOG_TAIL = 4_000
Reply = TypeVar("Reply")


@dataclass
class SplitAnswers:
    """A seat's last decision and unpicked options: to ask for the rest brings no increment."""

    _asked: Decision | None = None
    _left: Counter[Option] | None = None

    def goes_on(self, decision: Decision) -> bool:
        """Return whether it asks for the rest: same kind and source, partly picked, nothing new."""
        if self._asked is None or self._left is None:
            return False
        is_alike = (decision.kind, decision.source) == (self._asked.kind, self._asked.source)
        return is_alike and Counter(decision.options) <= self._left

    def note(self, decision: Decision, picks: Sequence[int]) -> None:
        picked = set(picks)
        left = [option for index, option in enumerate(decision.options) if index not in picked]
        is_split = 0 < len(picks) < decision.most
        self._asked, self._left = decision, Counter(left) if is_split else None


def _one_line(text: str) -> str:
    if isinstance(text, Message):
        params = text.params.items()
        return Message(
            text.words, {name: _one_line(n) if isinstance(n, str) else n for name, n in params}
        )
    return printable(" ".join(text.split())[:MESSAGE_LENGTH])


class BotFault(Exception):
    """A fault just made; `message` is one printable line."""

    def __init__(self, verdict: str, message: str, detail: str = "") -> None:
        self.verdict = verdict
        self.message = _one_line(message)
        self.detail = printable(detail[-TRACEBACK_LENGTH:], keep="\n\t")
        super().__init__(self.message)

    @classmethod
    def of(cls, error: errors.BotFault) -> Self:
        return cls(error.verdict, message_of(error), error.detail)


def message_of(error: errors.ForPeople) -> Message:
    params = {
        name: message_of(value) if isinstance(value, errors.ForPeople) else value
        for name, value in error.params.items()
    }
    return Message(error.words, params)


def unusable(rejected: errors.Rejected) -> BotFault:
    """Return the fault of a bot that cannot be started."""
    return BotFault("crash", message_of(rejected), rejected.detail)


def greet(talk: Conversation, hello: protocol.Hello) -> protocol.Ready:
    """Open a game. Raises BotFault."""
    return _exchange(talk, hello, protocol.read_ready, start=True)


def ask(
    talk: Conversation, question: protocol.Decide, *, increment: bool = True
) -> protocol.Answer:
    """Ask a decision; picks may be illegal. Raises BotFault."""
    read = partial(protocol.read_answer, asked=question.id)
    return _exchange(talk, question, read, increment=increment)


def _exchange(
    talk: Conversation,
    message: msgspec.Struct,
    read: Callable[[bytes], Reply | protocol.Error],
    *,
    start: bool = False,
    increment: bool = True,
) -> Reply:
    try:
        line = talk.ask(protocol.encode(message), start=start, increment=increment)
    except errors.BotFault as fault:
        raise BotFault.of(fault) from fault
    try:
        reply = read(line)
    except protocol.ProtocolError as error:
        shown = line[:LINE_SHOWN].decode("utf-8", "replace")
        raise BotFault("protocol", error.problem, f"it sent: {shown}") from error
    if not isinstance(reply, protocol.Error):
        return reply
    reason: str = reply.message  # the guest's; only words that are known become a template
    if reply.error == "memory":
        words = _("%(rest)s: the limit is %(most)s MiB")
        rest = reason.rstrip(": ")
        reason = Message(words, {"rest": rest, "most": talk.limits.memory >> 20})
    elif reason in REASONS:
        reason = Message.known(reason, reply.params) or reason
    raise BotFault(reply.error, reason, reply.traceback)


@dataclass
class Player:
    """A seat's bot, jail and costs."""

    seat: int
    entrant: int
    talk: Conversation | None = None
    wants: frozenset[str] = frozenset()
    seen: int = 0
    decisions: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    log: str = ""
    log_marks: list[Mark] = field(default_factory=list)
    meter: JsonObject = field(default_factory=dict)
    split: SplitAnswers = field(default_factory=SplitAnswers)
    jail: ExitStack = field(default_factory=ExitStack)

    def start(
        self,
        runner: Runner,
        bot: Prepared,
        limits: Limits,
        beat: Beat | None = None,
        *,
        wall_share: float = 1.0,
    ) -> None:
        """Start the jail; `beat` is called while waiting."""
        talk = Conversation(runner, bot, limits, beat, wall_share=wall_share)
        self.talk = self.jail.enter_context(talk)

    def greet(self, hello: protocol.Hello) -> None:
        """Open the game. Raises BotFault."""
        if self.talk:
            self.wants = frozenset(greet(self.talk, hello).wants)

    def answer(self, talk: Conversation, game: Game, decision: Decision) -> list[int]:
        """Return picks, legal or not. Raises BotFault."""
        self.decisions += 1
        is_new = not self.split.goes_on(decision)
        seat, wants = self.seat, self.wants
        events: list[JsonObject] | UnsetType = UNSET
        if "events" in wants:
            events = game.events(seat, self.seen)
            self.seen += len(events)
        question = protocol.Decide(
            id=self.decisions,
            decision=protocol.Question(**decision.to_json()),
            clock=protocol.Clock(**talk.clock),
            view=game.view(seat) if "view" in wants else UNSET,
            events=events,
            state=game.knowledge(seat) if "state" in wants else UNSET,
        )
        picks = ask(talk, question, increment=is_new).picks
        self.split.note(decision, picks)
        return picks

    def move(self, game: Game, decision: Decision) -> None:
        """Choose its picks, or the default without a bot. Raises BotFault."""
        if self.talk is None:
            game.choose(decision.default)
            return
        picks = self.answer(self.talk, game, decision)
        try:
            game.choose(picks)
        except IllegalChoice as error:
            raise BotFault("illegal", error.problem) from error

    def mark_log(self, label: int) -> None:
        """Label what it prints from here on."""
        if self.talk:
            self.talk.mark_log(label)

    def finish(self, outcome: protocol.Outcome) -> None:
        """Send the outcome, ignoring faults; end the jail."""
        if self.talk:
            with suppress(errors.BotFault):
                self.talk.tell(protocol.encode(protocol.Finish(outcome)))
        self.stop()

    @property
    def last_cpu(self) -> float:
        return self.talk.last_cpu if self.talk else float(self.meter.get("cpu", 0.0))

    def stop(self) -> None:
        """End the jail, keeping costs and log."""
        if self.talk:
            self.cpu, self.log, self.meter = self.talk.cpu, self.talk.log, self.talk.meter
            self.wall, self.log_marks = self.talk.wall, self.talk.log_marks
            self.talk = None
            self.jail.close()

    def fault(
        self, bot_fault: BotFault, number: int, game: Game, decision: Decision | None
    ) -> Fault:
        """End the jail; return the fault in game `number`."""
        self.stop()
        return Fault(
            game=number,
            entrant=self.entrant,
            verdict=bot_fault.verdict,
            message=bot_fault.message,
            traceback=bot_fault.detail,
            decision=decision.to_json() if decision else None,
            view=game.view(self.seat) if decision else None,
            number=self.decisions,
            cpu=self.cpu,
            log=self.log[-LOG_TAIL:],
            meter=self.meter,
        )
