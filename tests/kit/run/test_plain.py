"""Local games without a jail."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.matches.referee.referee import Entrant, GameResult, Plan, play
from kit.bots import FOLDER
from kit.run.plain import PlainRunner
from sandbox.errors import Rejected
from sandbox.limits import Limits
from tests.kit.conftest import Run
from tests.sandbox.conversations import strongest

Bot = Callable[[str, str], Path]
HOUSE = Path(__file__).parents[3]
GUESSER = """
import random
kept = random.random()

def decide(request):
    print("decision", request.kind, kept)
    return random.sample(range(len(request.options)), request.least)
"""
NOT_IMPORTABLE = "fcntl,resource,pyseccomp"
QUICK = ["--games", "2", "--seed", "5", "--config", "turn_limit=3", "--json"]


@pytest.fixture(scope="module")
def runner() -> PlainRunner:
    return PlainRunner()


def game(runner: Any, *bots: Path, limits: Limits | None = None) -> GameResult:
    plan = Plan("dominion", {"turn_limit": 6}, len(bots), 1, 7, limits or Limits())
    return play(plan, [Entrant(bot.stem, bot) for bot in bots], runner).games[0]


@pytest.mark.jail
def test_the_same_seed_gives_the_same_game_and_output_as_in_the_jail(
    runner: PlainRunner, bot: Bot
) -> None:
    guesser = bot("guesser.py", GUESSER)
    plain, jailed = (game(one, guesser, FOLDER / "militia.py") for one in (runner, strongest()))
    assert plain.record == jailed.record
    assert plain.output == jailed.output
    assert len(plain.output) > 5
    assert plain.decisions == jailed.decisions
    assert not plain.faults


SORTS = """
from kit.sdk import default_answer

RANK = {"Province": 9, "Gold": 8, "Silver": 7}


def decide(request):
    options = CHANGED
    if request.kind == "buy" and options:
        options.sort(key=lambda card: -RANK.get(card, 0))
        return options[0] if options[0] in RANK else []
    if request.kind == "play_treasures":
        return list(range(len(options)))
    return default_answer(request)
"""


@pytest.mark.jail
def test_a_bot_that_sorts_its_options_plays_as_one_that_sorts_a_copy(
    runner: PlainRunner, bot: Bot
) -> None:
    copying = bot("copying.py", SORTS.replace("CHANGED", "list(request.options)"))
    in_place = bot("in_place.py", SORTS.replace("CHANGED", "request.options"))
    for one in (runner, strongest()):
        played = [game(one, path, FOLDER / "militia.py") for path in (copying, in_place)]
        assert played[0].record == played[1].record
        assert not played[1].faults


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        ("def decide(request):\n    while True: pass\n", "timeout", "of CPU for one decision"),
        ("def decide(request):\n    raise ValueError('no idea')\n", "crash", "no idea"),
        ("def decide(request):\n    import os; os._exit(3)\n", "crash", "exit code 3"),
        ("def decide(request):\n    return 99\n", "illegal", "out of range"),
        ("import numpy\n", "crash", "No module named 'numpy'"),
        ("def decide(request):\n    return [0] * 10**9\n", "memory", "256 MiB"),
        ("def decide(request):\n    import os; os.write(4, b'x y\\n')\n", "protocol", ""),
        (
            "def decide(request):\n    import os; os.write(4, b'1 ' + b'x' * 70000 + b'\\n')\n",
            "output",
            "",
        ),
    ],
)
def test_faults_are_those_of_the_jail(
    runner: PlainRunner, bot: Bot, source: str, verdict: str, words: str
) -> None:
    limits = Limits(start_cpu=0.9, decision_cpu=0.2)
    (fault,) = game(runner, bot("bad.py", source), FOLDER / "random_bot.py", limits=limits).faults
    assert (fault.verdict, fault.entrant) == (verdict, 0)
    assert words in str(fault.message)


def test_a_guest_tells_its_cpu_to_systems_that_do_not(
    runner: PlainRunner, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.run.plain.process_cpu", lambda _process: 0.0)
    source = "def decide(request):\n    while True: pass\n"
    limits = Limits(decision_cpu=0.2)
    (fault,) = game(runner, bot("bad.py", source), FOLDER / "random_bot.py", limits=limits).faults
    assert fault.verdict == "timeout"
    assert 0.2 < fault.cpu < 2.0


def test_what_is_no_bot_is_refused_in_the_same_words(runner: PlainRunner, bot: Bot) -> None:
    with pytest.raises(Rejected, match=r"bot\.py, line 1"):
        runner.prepare(bot("bad.py", "def decide(:\n"))


def test_nothing_is_left_behind(bot: Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    runner = PlainRunner()
    game(runner, FOLDER / "random_bot.py", FOLDER / "random_bot.py")
    assert len(list((tmp_path / "temporary").iterdir())) == 1
    del runner
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.parametrize("missing", ["bwrap", NOT_IMPORTABLE])
def test_the_command_plays_where_the_jails_parts_are_missing(
    bot: Bot, tmp_path: Path, missing: str
) -> None:
    guesser = bot("guesser.py", GUESSER)
    script, hidden = Path(__file__).with_name("without_modules.py"), tmp_path / "programs"
    hidden.mkdir()
    names, path = ("-", str(hidden)) if missing == "bwrap" else (NOT_IMPORTABLE, os.environ["PATH"])
    words = [
        sys.executable,
        str(script),
        names,
        "play",
        str(guesser),
        "big-money",
        "--trust",
        *QUICK,
    ]
    environment = {
        "PATH": path,
        "PYTHONPATH": str(HOUSE),
        "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    told = subprocess.run(words, check=True, capture_output=True, text=True, env=environment)
    assert told.stderr.count("This is not the jail") == 1
    result = json.loads(told.stdout)
    assert result["jail"] == result["stamp"]["level"] == "none"
    assert [one["faults"] for one in result["bots"]] == [0, 0]


@pytest.mark.jail
def test_where_the_jail_works_it_is_the_default(run: Run) -> None:
    strongest()
    result = run("play", "random", "random", *QUICK)
    assert json.loads(result.stdout)["jail"] in ("required", "rootless")
    assert "not the jail" not in result.output


def test_a_missing_runtime_is_no_reason_to_play_without_the_jail(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINGSBENCH_RUNTIME", "/nowhere")
    result = run("play", "random", "random", *QUICK)
    assert result.exit_code == 2
    assert "there is no runtime in /nowhere" in result.output
