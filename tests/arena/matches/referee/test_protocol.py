"""Protocol version 1: messages sent, and strict reading of a bot's lines."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.matches.referee import protocol
from arena.matches.referee.protocol import (
    Answer,
    Decide,
    Error,
    Finish,
    Hello,
    ProtocolError,
    Ready,
)
from tests.arena.processes import ROOT

HELLO = Hello(
    game="dominion", config={}, seats=2, seat=1, limits={"game_cpu": 10, "line_in": 65536}, random=7
)
DECIDE = Decide(
    id=17,
    decision=protocol.Question(
        seat=1, kind="buy", options=("Copper", "Silver"), least=0, most=1, default=()
    ),
    clock=protocol.Clock(left=9.5, decision=2.0),
    view={"coins": 3},
    events=[{"type": "turn", "seat": 1, "turn": 4}],
)
FINISH = Finish(protocol.Outcome(scores=[30, 27], ranks=[1, 2], reason="provinces"))


def test_schema_in_docs_is_in_step_with_the_types() -> None:
    checked_in = (ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8")
    assert checked_in == protocol.schema_text(), (
        "run: python -m arena.matches.referee.protocol > docs/protocol.schema.json"
    )


def test_schema_names_every_message_once() -> None:
    parts = protocol.schema()["$defs"]
    named = [
        ref["$ref"].rsplit("/", 1)[1]
        for side in ("toBot", "fromBot")
        for ref in parts[side]["oneOf"]
    ]
    assert sorted(named) == ["Answer", "Decide", "Error", "Finish", "Hello", "Ready"]
    assert all(parts[name]["additionalProperties"] is False for name in named)


def test_every_example_in_the_documentation_is_a_message() -> None:
    lines = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").splitlines()
    sent = [line[2:] for line in lines if line.startswith("> {")]
    replies = [line[2:] for line in lines if line.startswith("< {")]
    assert {type(protocol.read_sent(line.encode())) for line in sent} == {Hello, Decide, Finish}
    read = [_reply(line.encode()) for line in replies]
    assert {type(reply) for reply in read} == {Ready, Answer, Error}


def _reply(line: bytes) -> object:
    data = json.loads(line)
    if data.get("type") == "ready":
        return protocol.read_ready(line)
    return protocol.read_answer(line, data["id"])


@pytest.mark.parametrize("message", [HELLO, DECIDE, FINISH], ids=lambda m: type(m).__name__)
def test_a_sent_message_is_one_line_and_reads_back_equal(message: Hello | Decide | Finish) -> None:
    line = protocol.encode(message)
    assert b"\n" not in line
    assert protocol.read_sent(line) == message


def test_messages_to_a_bot_carry_their_type_and_version() -> None:
    assert json.loads(protocol.encode(HELLO))["protocol"] == 1
    assert [json.loads(protocol.encode(m))["type"] for m in (HELLO, DECIDE, FINISH)] == [
        "hello",
        "decide",
        "finish",
    ]


def test_parts_that_a_bot_does_not_want_are_left_out() -> None:
    bare = Decide(id=1, decision=DECIDE.decision, clock=DECIDE.clock)
    assert set(json.loads(protocol.encode(bare))) == {"type", "id", "decision", "clock"}


def test_ready_without_wants_asks_for_view_and_events() -> None:
    reply = protocol.read_ready(b'{"type":"ready"}')
    assert isinstance(reply, Ready)
    assert reply.wants == ("view", "events")


def test_ready_may_want_the_state_or_nothing() -> None:
    assert protocol.read_ready(b'{"type":"ready","wants":["state"]}') == Ready(("state",))
    assert protocol.read_ready(b'{"type":"ready","wants":[]}') == Ready(())


def test_an_answer_is_an_id_and_picks() -> None:
    assert protocol.read_answer(b' {"picks": [3, 0], "id": 17} ', 17) == Answer(17, [3, 0])


def test_a_bot_may_report_its_own_failure() -> None:
    line = b'{"type":"error","id":17,"error":"crash","message":"ValueError: x","traceback":"..."}'
    failure = Error(17, "crash", "ValueError: x", "...")
    assert protocol.read_answer(line, 17) == failure
    assert protocol.read_ready(line) == failure


BAD_ANSWERS = {
    "not json": b"Copper",
    "empty": b"",
    "not an object": b"[17,[0]]",
    "cut off": b'{"id":17,"picks":[0',
    "two messages": b'{"id":17,"picks":[0]}{"id":18,"picks":[0]}',
    "boolean id": b'{"id":true,"picks":[0]}',
    "float id": b'{"id":17.0,"picks":[0]}',
    "text id": b'{"id":"17","picks":[0]}',
    "null id": b'{"id":null,"picks":[0]}',
    "stale id": b'{"id":16,"picks":[0]}',
    "no id": b'{"picks":[0]}',
    "no picks": b'{"id":17}',
    "null picks": b'{"id":17,"picks":null}',
    "bare pick": b'{"id":17,"picks":0}',
    "boolean pick": b'{"id":17,"picks":[false]}',
    "float pick": b'{"id":17,"picks":[0.0]}',
    "text pick": b'{"id":17,"picks":["Copper"]}',
    "NaN": b'{"id":17,"picks":[NaN]}',
    "Infinity": b'{"id":17,"picks":[-Infinity]}',
    "huge number": b'{"id":17,"picks":[' + b"9" * 6000 + b"]}",
    "huge exponent": b'{"id":17,"picks":[1e999999]}',
    "beyond exact integers": b'{"id":17,"picks":[9007199254740992]}',
    "deep nesting": b'{"id":17,"picks":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "deep nesting aside": b'{"id":17,"picks":[0],"x":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "unknown field": b'{"id":17,"picks":[0],"because":"cheap"}',
    "prototype key": b'{"id":17,"picks":[0],"__proto__":{}}',
    "duplicate key": b'{"id":16,"picks":[0],"id":17}',
    "escaped duplicate key": b'{"id":17,"picks":[0],"\\u0069d":17}',
    "bad UTF-8": b'{"id":17,"picks":[0],"\xff":1}',
    "byte order mark": b'\xef\xbb\xbf{"id":17,"picks":[0]}',
    "wrong type": b'{"type":"ready"}',
    "type that is no text": b'{"type":17,"id":17,"picks":[0]}',
    "unknown error": b'{"type":"error","id":17,"error":"host","message":""}',
    "surrogate in an error": b'{"type":"error","id":17,"error":"crash","message":"\\ud800"}',
}


@pytest.mark.parametrize("line", BAD_ANSWERS.values(), ids=BAD_ANSWERS.keys())
def test_what_is_not_exactly_an_answer_is_refused(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        protocol.read_answer(line, 17)


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":1,"picks":[]}',
        b'{"type":"ready","wants":["seed"]}',
        b'{"type":"ready","wants":"view"}',
        b'{"type":"ready","type":"ready"}',
        b'{"type":"ready","wants":["view"],"name":"me"}',
        b"{}",
    ],
)
def test_what_is_not_exactly_a_ready_is_refused(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        protocol.read_ready(line)


def test_a_refusal_says_what_is_wrong() -> None:
    with pytest.raises(ProtocolError, match="id 16, but the question was decision 17"):
        protocol.read_answer(b'{"id":16,"picks":[0]}', 17)
    with pytest.raises(ProtocolError, match="'id' stands twice"):
        protocol.read_answer(b'{"id":17,"picks":[0],"id":17}', 17)
    with pytest.raises(ProtocolError, match="expected 'ready'"):
        protocol.read_ready(b'{"id":1,"picks":[]}')


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_be_refused(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        protocol.read_answer(line, 17)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=20))
def test_no_value_but_integers_is_a_pick(value: Any) -> None:
    line = json.dumps({"id": 17, "picks": [value]}).encode()
    with pytest.raises(ProtocolError):
        protocol.read_answer(line, 17)
