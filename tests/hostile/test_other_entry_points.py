"""Attacks through other entry points: the public command, a real match, an ordinary user's jail."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.matches.referee import referee
from kit.command import main
from sandbox import guest_code
from sandbox.jail import Jailer
from sandbox.limits import Limits
from tests.bots import bot
from tests.hostile.cases import load
from tests.hostile.conftest import Decoys
from tests.hostile.play import is_plain
from tests.sandbox.conftest import NOBODY
from tests.sandbox.conversations import decide, hello
from tests.sandbox.scripts import code

pytestmark = pytest.mark.jail
CASES = {case.name: case for case in load()}
Ask = Callable[[str], dict[str, Any]]


# --- kingsbench ask ------------------------------------------------------------------------------
@pytest.fixture
def ask(jailer: Jailer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decoys: Decoys) -> Ask:
    """Put one question to the attacking bot of this name, as its author would at home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        Jailer, "strongest", lambda **_: jailer
    )  # whose canaries have passed before
    limits = {"decision_cpu": 0.1, "log": 4096}
    lines = [hello(config=decoys.config, limits=limits), decide(1, default=[0])]
    (tmp_path / "lines.jsonl").write_bytes(b"\n".join(lines))

    def asked(name: str) -> dict[str, Any]:
        (tmp_path / "bot.py").write_text(CASES[name].source)
        told = CliRunner().invoke(main, ["ask", "bot.py", "lines.jsonl", "--json"])
        assert told.exit_code == 0, told.output
        found: dict[str, Any] = json.loads(told.output)
        assert not decoys.canary.exists()
        assert decoys.visits == []
        assert is_plain(found["log"])
        assert "ESCAPED" not in found["log"]
        assert len(found["log"]) <= 6 * limits["log"]  # an escaped byte takes up to six characters
        return found

    return asked


@pytest.mark.parametrize("name", ["process_fork", "network_postgres", "host_right_to_left_log"])
def test_asked_at_home_an_attack_is_refused_and_logged(name: str, ask: Ask) -> None:
    asked = ask(name)
    assert asked["verdict"] == "ok"
    assert asked["fault"] is None
    assert asked["answers"][0]["picks"] == [0]
    assert 0 < asked["cpu"] < 1
    assert asked["log"]


@pytest.mark.parametrize(
    ("name", "verdict", "told"),
    [
        ("kernel_ptrace", "crash", "forbidden system call"),
        ("time_spin", "timeout", "CPU"),
        ("protocol_boolean_id", "protocol", "not a valid message"),
        ("resource_memory_at_once", "memory", "MemoryError"),
        ("host_escapes_in_an_error", "crash", r"\x1b[2J"),
    ],
)
def test_asked_at_home_a_fault_is_told_plainly(
    name: str, verdict: str, told: str, ask: Ask
) -> None:
    asked = ask(name)
    fault = asked["fault"]
    assert asked["verdict"] == fault["verdict"] == verdict
    assert told in fault["message"]
    assert fault["message"].isprintable()
    assert is_plain(fault["traceback"])
    assert is_plain(fault["log"])
    assert fault["number"] == 1
    assert 0 < fault["cpu"] < 2
    assert fault["decision"]["kind"] == "gain"


# --- a real match --------------------------------------------------------------------------------
SEED = 7_318_904_652_187


def hunting(secret: int) -> str:
    """Return a bot that recognizes this number without holding it in memory."""
    mask = 0x5A5A5A5A5A
    digits = "".join(str(int(digit) ^ 1) for digit in str(secret))
    source, line = bot("hunter").decode(), 'MASK, MASKED, DIGITS = 0, 0, ""\n'
    assert source.count(line) == 1
    return source.replace(line, f'MASK, MASKED, DIGITS = {mask}, {secret ^ mask}, "{digits}"\n')


def log_of_a_match(jailer: Jailer, folder: Path, source: str) -> str:
    """Return a bot's output in a whole match against itself."""
    (folder / "bot.py").write_text(source)
    entrants = [referee.Entrant(name, folder / "bot.py") for name in "ab"]
    limits = Limits(decision_cpu=3.0, game_cpu=60.0)
    config = {"kingdom": "First Game", "turn_limit": 1}
    result = referee.play(referee.Plan("dominion", config, 2, 1, SEED, limits), entrants, jailer)
    assert result.faults == []
    return "".join(result.games[0].logs)


def test_the_seed_of_the_deal_is_nowhere_in_a_bots_memory(jailer: Jailer, tmp_path: Path) -> None:
    assert "ESCAPED" not in log_of_a_match(jailer, tmp_path, hunting(SEED))


def test_the_hunter_finds_what_is_there(jailer: Jailer, tmp_path: Path) -> None:
    """The greeting contained the seed of the bot's own dice, and its digits are still in memory."""
    dice = referee.derived_seed(SEED, "random", 0, 0)
    assert "ESCAPED" in log_of_a_match(jailer, tmp_path, hunting(dice))


# --- an ordinary user ----------------------------------------------------------------------------
CORE = (
    "process_fork", "process_exec", "process_clone_odd_flags", "process_thread_bomb",
    "kernel_ptrace", "kernel_unshare", "kernel_newer_calls",
    "network_redis", "network_postgres_unix", "network_abstract_redis",
    "file_secrets", "file_write_anywhere", "file_proc_of_others",
    "resource_memory", "resource_limits_raised", "time_spin", "death_kills_itself",
    "start_signals_everybody", "start_limits_of_others", "start_control_socket",
)  # fmt: skip


def as_nobody(house: Path, *words: str) -> Any:
    """Return the output of `play_all`, run by an ordinary user."""
    drop = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--bounding-set=-all"]
    told = subprocess.run(
        ["setpriv", *drop, "--", str(guest_code.PYTHON), "-B", "-c", code("play_all"), *words],
        cwd=house, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "KINGSBENCH_STAGING_DIR": str(house / "stage")},
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


@pytest.mark.skipif(os.geteuid() != 0, reason="NEEDS ROOT, SO NOTHING WAS TESTED")
def test_an_ordinary_users_jail_holds_as_well(open_house: Path, decoys: Decoys) -> None:
    (open_house / "bots").mkdir()
    for name in CORE:
        (open_house / "bots" / f"{name}.py").write_text(CASES[name].source)
    question = decide(1, default=[0]).decode()
    level, endings = as_nobody(open_house, hello(config=decoys.config).decode(), question)
    assert level == "rootless"
    memory = ("memory", "crash", "timeout", "line", "held")  # as the machine has cgroups or not
    for name, (ending, log) in endings.items():
        expect = memory if "memory" in CASES[name].expect else CASES[name].expect
        assert ending.startswith(expect), (name, ending, log)
        assert "ESCAPED" not in log, name
    assert endings.keys() == set(CORE)
    assert not decoys.canary.exists()
    assert decoys.visits == []
