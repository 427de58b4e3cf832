"""Every verdict, end to end: a bot, the full jail, and all that its owner needs to fix it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

pytestmark = pytest.mark.jail

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]

BUY = {"seat": 0, "kind": "buy", "options": ["Copper", "Silver"], "least": 0, "most": 1}
VIEW = {"turn": 3, "hand": ["Estate"]}
LIMITS = {"start_cpu": 0.5, "decision_cpu": 0.15, "game_cpu": 1.0, "increment_cpu": 0.0}
ROOMY = {"decision_cpu": 2.0, "game_cpu": 3.0, "memory": 64 << 20}
SAY = "def decide(request):\n    print('thinking of', request.options[1])\n"
BURN = """import time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
"""


@dataclass(frozen=True)
class Case:
    """A bot, the verdict, and the expected text of message and traceback."""

    verdict: str
    source: str
    message: str
    traceback: str = ""
    clock: str = "decision"
    decisions: int = 1
    limits: dict[str, float] = field(default_factory=dict)
    number: int = 1
    log: str = "thinking of Silver\n"


CASES = {
    "an exception": Case(
        "crash", SAY + "    return {}['Silver']\n", "KeyError: 'Silver'", 'bot.py", line 3, in dec'
    ),
    "a signal": Case(
        "crash",
        "import ctypes\n" + SAY + "    ctypes.string_at(0)\n",
        "was ended by signal SIGSEGV",
        "SIGSEGV",
        log="",  # unflushed output is lost with the process
    ),
    "an exit": Case(
        "crash",
        "import os\n" + SAY + "    os._exit(3)\n",
        "ended with exit code 3 instead of an answer",
        "exit code 3",
    ),
    "a crash at the start": Case(
        "crash", "print('hm')\nimport numpy\n" + SAY, "No module named 'numpy'", 'bot.py", line 2',
        clock="start", number=0, log="hm\n",
    ),
    "an index too high": Case(
        "illegal", SAY + "    return 7\n", "index 7 is out of range; there are 2 options"
    ),
    "an option that is none": Case(
        "illegal",
        SAY + "    return 'Gold'\n",
        "'Gold' is not among the options: ['Copper', 'Silver']",
    ),
    "a line that is no message": Case(
        "protocol",
        "import os\n" + SAY + "    os.write(4, b'Silver, please\\n')\n    return 1\n",
        "not a valid message: ",
        "it sent: Silver, please",
    ),
    "a wrong id": Case(
        "protocol",
        "import os\n" + SAY + '    os.write(4, b\'{"id":9,"picks":[1]}\\n\')\n    return 1\n',
        "the answer has the id 9, but the question was decision 1",
        'it sent: {"id":9,"picks":[1]}',
    ),
    "too long to start": Case(
        "timeout", "print('hm', flush=True)\n" + BURN + "burn(9)\n" + SAY,
        "s of CPU to start; the limit is 0.50 s (start_cpu)",
        clock="start", number=0, log="hm\n",
    ),
    "too long for a decision": Case(
        "timeout",
        BURN + SAY + "    burn(9)\n",
        "s of CPU for one decision; the limit is 0.15 s (decision_cpu)",
    ),
    "too long for a game": Case(
        "timeout",
        BURN + SAY + "    burn(0.1)\n    return 1\n",
        "s were left on the game's clock (game_cpu 0.22 s, plus 0 s for each answer)",
        clock="game", decisions=4, limits={"game_cpu": 0.22}, number=3,
        log="thinking of Silver\n" * 3,
    ),
    "asleep": Case(
        "timeout",
        "import time\n" + SAY + "    time.sleep(60)\n",
        "it slept or waited; a decision of up to 0.02 s of CPU may take 2 s",
        limits={"decision_cpu": 0.02},
    ),
    "memory filled bit by bit": Case(
        "memory",
        SAY + "    return [bytearray(1 << 20) for _ in range(4096)]\n",
        "64 MiB",
        limits=ROOMY,
    ),
    "memory taken at once": Case(
        "memory",
        SAY + "    return bytearray(1 << 40)\n",
        "MemoryError: the limit is 64 MiB",
        'bot.py", line 3',
        limits=ROOMY,
    ),
    "a line too long": Case(
        "output",
        "import os\n" + SAY + "    os.write(4, b'Silver' * 20_000)\n    return 1\n",
        "sent a line of more than 65536 bytes",
        "it starts with: SilverSilver",
    ),
}  # fmt: skip


def test_every_verdict_is_tried() -> None:
    verdicts = {"crash", "illegal", "protocol", "timeout", "memory", "output"}
    assert {case.verdict for case in CASES.values()} == verdicts


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_owner_of_a_bot_is_told_all_that_is_needed_to_mend_it(
    case: Case, run: Run, bot: Bot
) -> None:
    asked = ask(case, run, bot)
    fault = asked["fault"]
    assert asked["verdict"] == fault["verdict"] == case.verdict
    assert case.message in fault["message"]
    assert case.traceback in fault["traceback"]
    assert fault["number"] == case.number
    if case.number:
        assert fault["decision"]["options"] == BUY["options"]
        assert fault["view"] == VIEW
    assert fault["log"].endswith(case.log)
    assert asked["log"] == fault["log"]
    says_what_it_cost(case, fault)


def says_what_it_cost(case: Case, fault: dict[str, Any]) -> None:
    limits, meter = LIMITS | case.limits, fault["meter"]
    assert meter["clock"] == case.clock
    if case.clock == "game":
        assert 0 < meter["limit"] == meter["left"] < limits["decision_cpu"]
    else:
        assert meter["limit"] == limits[f"{case.clock}_cpu"]
        assert meter["left"] <= limits["game_cpu"]
    assert 0 <= meter["cpu"] <= fault["cpu"] + 0.001
    says_used = fault["message"].startswith("used ") and "s of CPU" in fault["message"]
    assert says_used == (meter["cpu"] > meter["limit"])
    assert 0 < meter["wall"] < 20


def ask(case: Case, run: Run, bot: Bot) -> Any:
    """Return what `kingsbench ask --json` prints of a bot that is asked the same repeatedly."""
    hello = {"type": "hello", "limits": LIMITS | case.limits}
    lines = [hello, *[{"type": "decide", "id": n + 1, "decision": BUY, "view": VIEW}
                      for n in range(case.decisions)]]  # fmt: skip
    bot("mine.py", case.source)
    bot("lines.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    result = run("ask", "mine.py", "lines.jsonl", "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_time_out_of_turn_is_named(run: Run, bot: Bot) -> None:
    source = BURN + (
        "import threading\ndef decide(request):\n"
        "    threading.Thread(target=burn, args=(5,), daemon=True).start()\n    return 1\n"
    )
    fault = ask(Case("timeout", source, "", decisions=2000), run, bot)["fault"]
    assert fault["verdict"] == "timeout"
    assert 0 <= fault["meter"]["off_turn"] <= fault["meter"]["cpu"]
    assert ("out of turn" in fault["message"]) == (fault["meter"]["off_turn"] > 0.005)


def test_for_people_the_cost_is_printed(run: Run, bot: Bot) -> None:
    bot("mine.py", SAY + "    return 7\n")
    bot("lines.jsonl", json.dumps({"decision": BUY}))
    text = run("ask", "mine.py", "lines.jsonl").output
    assert "of at most 2.000 s (limit for one decision)" in text
