"""`kingsbench profile`: CPU by decision and by function."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
SOURCE = """
def busy(amount):
    return sum(range(amount))


def decide(request):
    busy(100_000 if request.kind == "buy" else 10)
    return request.default
"""

pytestmark = pytest.mark.jail


def test_the_dear_decision_and_the_dear_function_come_first(run: Run, bot: Bot) -> None:
    bot("mine.py", SOURCE)
    words = ("profile", "mine.py", "--games", 2, "--seed", 1, "--config", "turn_limit=6")
    found = json.loads(run(*words, "--json").stdout)
    first = found["kinds"][0]
    assert first["kind"] == "buy"
    assert 0 < first["mean"] <= first["p95"] <= first["max"]
    assert first["count"] * first["mean"] == pytest.approx(first["total"])
    assert 0 < first["share"] < 0.1
    assert len(found["games"]) == 2
    assert found["limits"]["decision_cpu"] == 2.0
    costs = {(one["file"], one["line"], one["name"]): one for one in found["functions"]}
    asked = sum(kind["count"] for kind in found["kinds"])
    assert costs["mine.py", 2, "busy"]["calls"] == asked
    assert costs["mine.py", 6, "decide"]["total"] >= costs["mine.py", 2, "busy"]["total"] > 0
    assert found["functions"][0]["name"] == "<built-in method builtins.sum>"
    table = run(*words).output
    for told in ("buy", "mine.py:2 busy", "of 2000.00 ms", "Slowest game"):
        assert told in table


def test_a_bot_that_fails_is_profiled_as_far_as_it_came(run: Run, bot: Bot) -> None:
    bot("mine.py", f"{SOURCE}    raise ValueError('no')\n".replace("    return request.d", "    #"))
    done = run("profile", "mine.py", "--games", 1, "--seed", 1)
    assert done.exit_code == 0, done.output
    assert "It failed: crash: ValueError: no" in done.output
