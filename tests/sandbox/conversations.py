"""Real jails, conversations with bots, and the lines sent to them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sandbox.conversation import Beat, Conversation
from sandbox.errors import JailUnavailable
from sandbox.jail import Jailer
from sandbox.languages import LANGUAGES
from sandbox.launch import Jail, JailTemplate
from sandbox.limits import Limits

QUICK = Limits(start_cpu=0.4, decision_cpu=0.15, game_cpu=2.0)


def strongest() -> Jailer:
    """Return this machine's jail; skip the test without one."""
    try:
        return Jailer.strongest(languages=LANGUAGES)
    except JailUnavailable as problem:
        pytest.skip(f"NO JAIL ON THIS MACHINE, SO NOTHING WAS TESTED: {problem}")


def jail_of_bot(talk: Conversation) -> Jail:
    """The jail that a conversation is held with."""
    assert isinstance(talk._jail, Jail)
    return talk._jail


def with_template(jailer: Jailer, template: JailTemplate) -> Jailer:
    """A copy of the jailer with this template."""
    other = copy(jailer)
    other.template = template
    return other


def running_cold(jailer: Jailer) -> Jailer:
    """A copy of the jailer without zygotes."""
    return with_template(jailer, replace(jailer.template, zygotes=None))


def hello(**changes: Any) -> bytes:
    """A greeting to a bot at the first of two seats."""
    message = {
        "type": "hello", "protocol": 1, "game": "dominion", "config": {}, "seats": 2, "seat": 0,
        "limits": {}, "random": 123,
    }  # fmt: skip
    return json.dumps(message | changes).encode()


def decide(number: int = 1, **changes: Any) -> bytes:
    """A question with three options, two of them equal, to pick one or two."""
    decision = {
        "seat": 0, "kind": "gain", "options": ["Copper", "Copper", "Estate"], "least": 1, "most": 2,
        "ordered": False, "source": "Workshop", "about": None,
    }  # fmt: skip
    message = {
        "type": "decide", "id": number, "decision": decision | changes, "view": {"turn": 3},
        "events": [{"type": "turn", "seat": 0, "turn": 3}], "clock": {"left": 9.5, "decision": 2.0},
    }  # fmt: skip
    return json.dumps(message).encode()


@contextmanager
def talking(
    jailer: Jailer, folder: Path, source: str, limits: Limits = QUICK, beat: Beat | None = None
) -> Iterator[Conversation]:
    """A conversation, not yet greeted, with a bot of this source."""
    path = folder / "bot.py"
    path.write_text(source)
    with jailer.prepare(path) as bot, Conversation(jailer, bot, limits, beat) as talk:
        yield talk


def answered(jailer: Jailer, folder: Path, source: str, **changes: Any) -> dict[str, Any]:
    """Return a bot's answer to one question, or its error line."""
    with talking(jailer, folder, source) as talk:
        first: dict[str, Any] = json.loads(talk.ask(hello(), start=True))
        if first["type"] != "ready":
            return first
        answer: dict[str, Any] = json.loads(talk.ask(decide(**changes)))
        return answer
