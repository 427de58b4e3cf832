"""`kingsbench ask`: recorded decisions, replayed against a bot."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from engine import catalogue
from kit.bots import house_bots

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]

BUY = {"seat": 0, "kind": "buy", "options": ["Copper", "Silver"], "least": 0, "most": 1}
RECORDED = {"decision": BUY, "view": {"turn": 3, "seats": [{}, {}]}}
HELLO = {
    "type": "hello", "protocol": 1, "game": "dominion", "config": {}, "seats": 2, "seat": 0,
    "limits": {}, "random": 5,
}  # fmt: skip
DECIDE = {"type": "decide", "id": 8, "decision": BUY, "clock": {"left": 5.0, "decision": 2.0}}
FINISH = {"type": "finish", "outcome": {"scores": [3, 3], "ranks": [1, 1], "reason": "over"}}
SILVER = 'def decide(request):\n    return "Silver"\n'
TELL = (
    'def start(setup):\n    print("seat", setup.seat)\n'
    'def decide(request):\n    print(request.view.get("turn"), request.clock["left"])\n'
    "    return []\n"
    'def finish(outcome):\n    print("over", outcome)\n'
)


@pytest.fixture
def ask(run: Run, bot: Bot) -> Callable[..., Any]:
    """Ask a bot of this source these lines; return the printed JSON."""

    def asked(source: str, *lines: Any) -> Any:
        bot("mine.py", source)
        bot("lines.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        result = run("ask", "mine.py", "lines.jsonl", "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.output)

    return asked


@pytest.mark.jail
def test_a_recorded_decision_is_answered(ask: Callable[..., Any]) -> None:
    asked = ask(SILVER, RECORDED)
    assert asked["verdict"] == "ok"
    assert asked["fault"] is None
    assert asked["answers"] == [{"id": 1, "kind": "buy", "picks": [1], "values": ["Silver"]}]
    assert 0 < asked["cpu"] < 2
    assert asked["stamp"]["level"] in ("required", "rootless")


@pytest.mark.jail
def test_messages_of_the_protocol_are_played_as_they_are(ask: Callable[..., Any]) -> None:
    asked = ask(TELL, HELLO | {"seat": 1}, DECIDE, RECORDED, FINISH)
    assert [answer["id"] for answer in asked["answers"]] == [8, 3]
    lines = asked["log"].splitlines()
    assert lines[0] == "seat 1"
    assert lines[1] == "None 5.0"
    assert lines[2].startswith("3 10.0")
    assert lines[3].startswith("over")


@pytest.mark.jail
def test_what_can_be_told_may_be_left_out_and_own_keys_are_no_harm(
    ask: Callable[..., Any],
) -> None:
    buy = {name: BUY[name] for name in ("kind", "options", "least", "most")}
    lines = ({"type": "hello", "mine": 1}, {"type": "decide", "decision": buy | {"why": "x"}})
    assert ask(SILVER, *lines)["answers"][0]["values"] == ["Silver"]


@pytest.mark.jail
def test_the_limits_of_the_hello_hold(ask: Callable[..., Any]) -> None:
    hello = HELLO | {"limits": {"decision_cpu": 0.1, "of_another_time": 3}}
    slow = "def decide(request):\n    while True: pass\n"
    assert "the limit is 0.10 s (decision_cpu)" in ask(slow, hello, DECIDE)["fault"]["message"]


@pytest.mark.jail
def test_each_hello_starts_a_fresh_game(ask: Callable[..., Any]) -> None:
    count = "n = []\ndef decide(request):\n    n.append(1)\n    print(len(n))\n    return []\n"
    asked = ask(count, HELLO, DECIDE, DECIDE, HELLO, DECIDE)
    assert asked["log"].split() == ["1", "2", "1"]


@pytest.mark.jail
@pytest.mark.parametrize(
    ("source", "verdict", "message"),
    [
        ("def decide(request):\n    return 7\n", "illegal", "7"),
        ("def decide(request):\n    1 / 0\n", "crash", "ZeroDivisionError"),
        ("def decide(request):\n    while True: pass\n", "timeout", "CPU"),
        (
            "import os\ndef decide(request):\n    os.write(4, b'{}\\n')\n",
            "protocol",
            "valid message",
        ),
    ],
)
def test_a_fault_is_the_verdict_with_the_decision(
    source: str, verdict: str, message: str, ask: Callable[..., Any]
) -> None:
    asked = ask(source, RECORDED)
    assert asked["verdict"] == asked["fault"]["verdict"] == verdict
    assert message in asked["fault"]["message"]
    assert asked["fault"]["decision"]["options"] == ["Copper", "Silver"]
    assert asked["fault"]["view"]["turn"] == 3
    assert asked["fault"]["number"] == 1


@pytest.mark.jail
@pytest.mark.parametrize("source", ["raise OSError\n", "def decide(request:\n", ""])
def test_a_bot_that_does_not_start_has_a_verdict_too(source: str, ask: Callable[..., Any]) -> None:
    asked = ask(source, RECORDED)
    assert asked["verdict"] in ("crash", "illegal")
    assert asked["fault"]["number"] == 0
    assert asked["fault"]["decision"] is None


@pytest.mark.jail
def test_a_fault_printed_by_play_can_be_asked_again(run: Run, bot: Bot) -> None:
    bot("mine.py", "def decide(request):\n    raise KeyError(request.view['turn'])\n")
    words = ("--json", "--games", 1, "--seed", 2)
    played = json.loads(run("play", "mine.py", "big-money", *words).output)
    bot("fault.jsonl", json.dumps(played["faults"][0]))
    asked = json.loads(run("ask", "mine.py", "fault.jsonl", "--json").output)
    assert asked["fault"]["message"] == played["faults"][0]["message"] == "KeyError: 1"


@pytest.mark.jail
def test_a_recorded_state_lets_the_bot_search(ask: Callable[..., Any]) -> None:
    game = catalogue.new("dominion", seats=2, seed=1)
    decision = game.decision
    assert decision
    line = {
        "decision": decision.to_json(),
        "view": game.view(decision.seat),
        "state": game.knowledge(decision.seat),
    }
    search = (
        'wants = ["view", "events", "state"]\ndef decide(request):\n'
        "    print(request.imagine(3).decision.kind)\n    return request.default\n"
    )
    assert ask(search, line)["log"] == f"{decision.kind}\n"


FAILED = {"verdict": "crash", "message": "KeyError: 'Gold'"}
THIRD = (
    "asked = []\n"
    "def decide(request):\n"
    "    asked.append(request)\n"
    "    if len(asked) == 3: raise KeyError('Gold')\n"
    "    return 'Silver'\n"
)


@pytest.mark.jail
def test_a_failure_by_a_counter_happens_again_at_its_decision(ask: Callable[..., Any]) -> None:
    lines = (HELLO, DECIDE, DECIDE | {"id": 9}, DECIDE | {"id": 10} | FAILED)
    asked = ask(THIRD, *lines)
    assert (asked["verdict"], asked["fault"]["number"], asked["is_reproduced"]) == (
        "crash",
        3,
        True,
    )
    assert asked["recorded"] == FAILED | {"number": 10}
    assert asked["summary"] == "the same failure as recorded"
    mended = ask(SILVER, *lines)
    assert (mended["verdict"], mended["is_reproduced"]) == ("ok", False)
    assert mended["summary"].startswith("this version answers all 3 decisions")
    assert "crash at decision 10" in mended["summary"]
    earlier = ask("def decide(request):\n    return 9\n", *lines)
    assert earlier["summary"].startswith("another failure than recorded: illegal at decision 1")
    assert not earlier["is_reproduced"]


@pytest.mark.jail
def test_a_failure_at_the_start_is_a_hello_and_a_finish(ask: Callable[..., Any]) -> None:
    asked = ask("raise OSError\n", HELLO | FAILED, FINISH)
    assert (asked["verdict"], asked["is_reproduced"], asked["answers"]) == ("crash", True, [])
    assert asked["recorded"]["number"] == 0
    assert ask(SILVER, HELLO | FAILED, FINISH)["summary"].startswith("this version answers")


@pytest.mark.jail
def test_text_says_plainly_whether_a_failure_happens_again(run: Run, bot: Bot) -> None:
    bot("lines.jsonl", json.dumps(RECORDED | FAILED))
    bot("mended.py", SILVER)
    assert "this version answers" in run("ask", "mended.py", "lines.jsonl").output
    bot("broken.py", "def decide(request):\n    raise KeyError('Gold')\n")
    assert "the same failure as recorded" in run("ask", "broken.py", "lines.jsonl").output


@pytest.mark.jail
def test_the_recorded_clock_holds_and_others_time_passes(ask: Callable[..., Any]) -> None:
    tell = (
        "import threading, time\n"
        "def tick():\n    time.sleep(0.1)\n    print('ticked')\n"
        "def decide(request):\n"
        "    threading.Thread(target=tick, daemon=True).start()\n"
        "    print(round(request.clock['left'], 2))\n"
        "    return 'Silver'\n"
    )
    timed = {key: DECIDE[key] for key in DECIDE if key != "clock"}
    later = timed | {"cpu": 0.0, "pause": 0.5}
    asked = ask(tell, HELLO | {"limits": {"increment_cpu": 0.5}}, timed | {"cpu": 2.0}, later)
    assert asked["log"].split()[:3] == ["10.0", "ticked", "8.5"]
    burn = "def decide(request):\n    while True: pass\n"
    left = {"clock": {"left": 0.25, "decision": 0.25}}
    assert ask(burn, HELLO, timed | left)["fault"]["meter"]["clock"] == "game"


@pytest.mark.jail
def test_a_bot_gets_only_what_it_wants(ask: Callable[..., Any]) -> None:
    bare = (
        "wants = []\ndef decide(request):\n    print(request.view, request.events)\n    return []\n"
    )
    assert ask(bare, RECORDED | {"events": [{"type": "turn"}]})["log"] == "{} []\n"


@pytest.mark.jail
def test_two_bots_answers_are_compared(run: Run, bot: Bot) -> None:
    bot("mine.py", SILVER)
    bot("copper.py", "def decide(request):\n    return request.options[request.view['turn'] % 2]\n")
    bot("fails.py", THIRD)
    turns = [DECIDE | {"id": n, "view": {"turn": n}} for n in (1, 2, 3, 4)]
    bot("lines.jsonl", "".join(json.dumps(line) + "\n" for line in (HELLO, *turns)))
    words = ("ask", "mine.py", "lines.jsonl", "--against")
    asked = json.loads(run(*words, "copper.py", "--json").output)
    assert asked["differences"] == [2, 4]
    assert asked["answers"][1]["values"] == ["Silver"]
    assert asked["answers"][1]["other"] == {"picks": [0], "values": ["Copper"]}
    assert (asked["bot"], asked["against"]["bot"]) == ("mine", "copper")
    text = run(*words, "copper.py").output
    assert "Answers that differ: 2 of 4." in text
    assert text.count("Copper") == 2
    failed = json.loads(run(*words, "fails.py", "--json").output)
    assert [answer["other"] is None for answer in failed["answers"]] == [False, False, True, True]
    assert (failed["differences"], failed["verdict"]) == ([], "ok")
    assert failed["against"]["verdict"] == "crash"
    assert "Answers that differ: 0 of 2." in run(*words, "fails.py").output


@pytest.mark.jail
def test_the_order_of_picks_differs_only_where_it_counts(run: Run, bot: Bot) -> None:
    both = BUY | {"most": 2}
    bot("mine.py", "def decide(request):\n    return [0, 1]\n")
    bot("other.py", "def decide(request):\n    return [1, 0]\n")
    lines = [{"id": 1, "decision": both}, {"id": 2, "decision": both | {"ordered": True}}]
    bot("lines.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    asked = run("ask", "mine.py", "lines.jsonl", "--against", "other.py", "--json").output
    assert json.loads(asked)["differences"] == [2]


PICKS = {"kind": "pick", "options": [3, 12, 44], "least": 1, "most": 1}
HIGHEST = (
    "def start(setup):\n    print(setup.game, setup.config)\n"
    "def decide(request):\n    return request.pick(max(request.options))\n"
)


@pytest.mark.jail
def test_a_decision_tells_by_its_kind_which_game_it_is_of(ask: Callable[..., Any]) -> None:
    asked = ask(HIGHEST, {"decision": PICKS})
    assert asked["answers"] == [{"id": 1, "kind": "pick", "picks": [2], "values": [44]}]
    assert asked["log"] == "kingdomino {}\n"


@pytest.mark.jail
def test_a_recorded_game_of_kingdomino_can_be_asked_again(ask: Callable[..., Any]) -> None:
    config = {"variants": ["harmony"], "must_place": True}
    game = catalogue.new("kingdomino", seats=2, seed=1, config=config)
    lines: list[dict[str, Any]] = []
    while (decision := game.decision) is not None and len(lines) < 20:
        seat = decision.seat
        known = {"view": game.view(seat), "state": game.knowledge(seat)}
        lines.append({"decision": decision.to_json(), **known})
        game.choose(decision.default)
    house = house_bots("kingdomino")
    for name in ("greedy", "look-ahead", "monte-carlo"):
        asked = ask(house[name].path.read_text(encoding="utf-8"), *lines)
        assert (asked["verdict"], len(asked["answers"])) == ("ok", 20)
    told = ask(HIGHEST, lines[0])["log"]
    assert told == f"kingdomino {game.knowledge(0)['config']}\n"


@pytest.mark.jail
def test_places_are_shown_as_they_were_sent(run: Run, bot: Bot) -> None:
    bot("mine.py", "def decide(request):\n    return len(request.options) - 1\n")
    places = {"kind": "place", "options": [[1, 0, 1, 0], None], "least": 1, "most": 1}
    bot("lines.jsonl", json.dumps({"decision": places}))
    assert "null" in run("ask", "mine.py", "lines.jsonl").output


@pytest.mark.jail
def test_for_people_it_prints_answers_and_fault(run: Run, bot: Bot) -> None:
    bot("mine.py", "def decide(request):\n    print('hm')\n    return 7\n")
    bot("lines.jsonl", json.dumps(RECORDED))
    text = run("ask", "mine.py", "lines.jsonl").output
    assert "Verdict: illegal" in text
    assert "hm" in text
    text = run("ask", "random", "lines.jsonl").output
    assert "Verdict: ok" in text
    assert "buy" in text


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "contains no decisions"),
        (json.dumps(HELLO), "contains no decisions"),
        ("not json", "line 1: Expecting value"),
        (json.dumps(RECORDED) + "\n\n[1]", "line 3: not a message or a recorded decision"),
        ('{"decision": 3}', "line 1: not a message or a recorded decision"),
        ('{"decision": {"kind": "buy"}}', "line 1: not a valid message"),
        ('{"type": "decide"}', "line 1: not a message or a recorded decision"),
        ('{"type": "ready"}', "line 1: not a message or a recorded decision"),
        ('{"type": "hello", "seats": "two"}', "line 1: not a valid message"),
        ('{"type": "hello", "limits": {"memory": 1}}', "line 1: limits: memory must be"),
        ("[" * 100_000, "line 1: "),
        (json.dumps(RECORDED | {"pause": -1}), "pause must be a number of seconds"),
        (json.dumps(RECORDED | {"pause": "1"}), "pause must be a number of seconds"),
        (json.dumps(DECIDE | {"cpu": float("inf")}), "cpu must be a number of seconds"),
        (json.dumps(FINISH), "contains no decisions"),
        (json.dumps(RECORDED | {"view": {"x": "y" * 2**20}}), "1 MiB"),
    ],
)
def test_a_file_that_is_no_recording_is_refused(
    content: str, told: str, run: Run, bot: Bot
) -> None:
    bot("lines.jsonl", content)
    result = run("ask", "random", "lines.jsonl")
    assert result.exit_code == 2
    assert told in result.output


def test_missing_files_are_named(run: Run, bot: Bot) -> None:
    assert "there is no file no.jsonl" in run("ask", "random", "no.jsonl").output
    bot("lines.jsonl", json.dumps(RECORDED))
    assert "there is no file no.py" in run("ask", "no.py", "lines.jsonl").output
