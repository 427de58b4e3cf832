"""Messages of a bot's fault: only our own words are a template."""

import json
from pathlib import Path

import pytest

from arena.matches.referee.referee import Entrant, Fault, play
from engine.messages import Message, from_json, to_json
from sandbox.jail import Jailer
from tests.arena.matches.referee.test_referee_jailed import FAULTY, MONEY, plan

pytestmark = pytest.mark.jail


def fault_of(source: str, folder: Path, jailer: Jailer) -> Fault:
    """The fault of this bot in a game against one that plays well."""
    entrants = []
    for name, text in (("faulty", source), ("money", MONEY)):
        (folder / f"{name}.py").write_text(text)
        entrants.append(Entrant(name, folder / f"{name}.py"))
    (fault,) = play(plan(games=1), entrants, jailer).faults
    return fault


def test_only_our_own_words_are_a_template(jailer: Jailer, tmp_path: Path) -> None:
    fault = fault_of(FAULTY["illegal"][0], tmp_path, jailer)
    assert isinstance(fault.message, Message)
    assert fault.message.words == "index %(pick)s is out of range; there are %(count)s options"


HOSTILE = {
    "words": ('"%(x)s %s <b>"', '{"x": "y"}', "%(x)s %s <b>"),
    "no params": ('"the same index twice: %(rest)s"', "{}", "the same index twice: %(rest)s"),
    "nested": ('"%(rest)s"', '{"rest": {"words": "%(x)s", "params": {}}}', "not a valid message: "),
    "long": ('"%(x)s" * 20000', '{"x": "y"}', "sent a line of more than "),
    "template in params": (
        '"the same index twice: %(rest)s"',
        '{"rest": "%(rest)s %s\x1b"}',
        r"the same index twice: %(rest)s %s\x1b",
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_bot_that_forges_its_error_says_nothing_but_text(
    case: str, jailer: Jailer, tmp_path: Path
) -> None:
    words, params, told = HOSTILE[case]
    source = f"""
import json, os
def decide(request):
    line = {{"type": "error", "id": 1, "error": "illegal", "message": {words}, "params": {params}}}
    os.write(4, json.dumps(line).encode() + b"\\n")
    os._exit(1)
"""
    fault = fault_of(source, tmp_path, jailer)
    assert fault.message.startswith(told)
    assert fault.message.isprintable()
    assert len(fault.message) < 5_000
    assert from_json(json.loads(json.dumps(to_json(fault.message)))) == fault.message
