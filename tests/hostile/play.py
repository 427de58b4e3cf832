"""Play three questions against an attacking bot, as the referee does."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from arena.matches.referee import protocol
from arena.matches.referee.referee import BotFault, ask, greet
from engine.game import Decision, IllegalChoice
from sandbox import errors
from sandbox.conversation import Conversation
from sandbox.limits import Limits
from tests.hostile.cases import Case
from tests.sandbox.conversations import decide, hello, jail_of_bot

QUICK: Final = Limits(start_cpu=0.25, decision_cpu=0.1, game_cpu=2.0)
ROOMY: Final = Limits(start_cpu=0.25, decision_cpu=0.5, memory=64 << 20)
OPPONENTS_TURN: Final = 0.15  # seconds of CPU: more than a quick bot's limit per decision


def limits_of(case: Case) -> Limits:
    """Return short clocks; for attacks on memory, a small one and time to fill it."""
    return ROOMY if case.kind == "resource" else QUICK


def played(talk: Conversation, case: Case, config: dict[str, Any]) -> str:
    """Play a greeting, three questions and a farewell; return the ending."""
    try:
        greet(talk, protocol.read_sent(hello(config=config)))  # type: ignore[arg-type]  # a Hello
        for number in (1, 2, 3):
            _question(talk, number)
            if case.kind == "time":
                _opponents_turn(talk)
        talk.tell(b'{"type":"finish","outcome":{}}')
    except BotFault as bot_fault:
        return _ending(bot_fault)
    except errors.BotFault as fault:  # of the farewell
        return f"{fault.verdict} {fault.detail}"
    return "held"


def _opponents_turn(talk: Conversation) -> None:
    """Wait while the bot computes, up to more than a decision may cost."""
    before = talk.cpu
    time.sleep(0.02)
    while _is_running(jail_of_bot(talk).process) and talk.cpu - before < OPPONENTS_TURN:
        time.sleep(0.02)


def _is_running(process: int) -> bool:
    """Return whether any of its threads is running. (proc(5): the state follows the name.)"""
    tasks = Path(f"/proc/{process}/task").glob("*/stat")
    return any(task.read_text().rpartition(") ")[2].startswith("R") for task in tasks)


def _question(talk: Conversation, number: int) -> None:
    """Ask a question and check the answer as the engine does. Raises BotFault."""
    sent = protocol.read_sent(decide(number, default=[0]))
    assert isinstance(sent, protocol.Decide)
    asked = sent.decision
    picks = ask(talk, sent).picks
    try:
        Decision(asked.seat, asked.kind, asked.options, asked.least, asked.most).check(picks)
    except IllegalChoice as refused:
        raise BotFault("illegal", str(refused)) from refused


def _ending(bot_fault: BotFault) -> str:
    """The verdict: for the guest's own error line with `error` in front, else with the detail."""
    assert bot_fault.message.isprintable()
    assert is_plain(bot_fault.detail)
    own = "error " if bot_fault.__cause__ is None else ""
    return f"{own}{bot_fault.verdict} {bot_fault.detail}"


def is_plain(text: str) -> bool:
    """Can this text steer neither a terminal nor a page?"""
    return all(char.isprintable() or char in "\n\t" for char in text)


@contextmanager
def watched(talk: Conversation) -> Iterator[None]:
    """Hold the jail's slot, and check that no process or cgroup of it survives."""
    jail = jail_of_bot(talk)
    slot = os.dup(jail._slot.lock)
    inside = whereabouts(Path(f"/proc/{jail.process}"))
    assert inside is not None
    try:
        yield
        assert inside not in {whereabouts(path) for path in Path("/proc").iterdir()}
        assert jail.cgroup is None or not any(path.exists() for path in jail.cgroup._paths)
    finally:
        os.close(slot)


def whereabouts(process: Path) -> tuple[int, str] | None:
    """A process's uid and pid namespace, unique to a jail; None: no process."""
    try:
        return process.stat().st_uid, str((process / "ns/pid").readlink())
    except OSError:
        return None
