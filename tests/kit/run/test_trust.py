"""Before bots run without a jail, the user is asked once for each folder."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from engine.game import BadConfig
from kit.learn.solo import SoloEnv
from sandbox.guest_code import PROJECT_ROOT

Run = Callable[..., Result]
BOT = "def decide(request):\n    print('has run')\n    return request.default\n"
QUICK = ("random", "--games", "2", "--config", "turn_limit=2", "--jobs", "1", "--show-output")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bot, on a machine without bubblewrap."""
    (tmp_path / "programs").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    found = tmp_path / "theirs"
    found.mkdir()
    (found / "bot.py").write_text(BOT)
    return found


def test_no_bot_runs_before_its_folder_is_trusted(run: Run, folder: Path) -> None:
    for word in (folder / "bot.py", folder):
        result = run("play", word, *QUICK)
        assert result.exit_code == 2
        assert f"the bots in {folder} would run with your rights" in result.output
        assert "in this folder and below it, add --trust" in " ".join(result.output.split())
        assert "bubblewrap" in result.output  # how to get a jail
        assert "has run" not in result.output


def test_a_folder_that_was_trusted_stays_so_with_all_below_and_no_other(
    run: Run, folder: Path
) -> None:
    below, beside = folder / "below", folder.with_name("beside")
    for other in (below, beside):
        other.mkdir()
        (other / "bot.py").write_text(BOT)
    first = run("play", folder / "bot.py", "--trust", *QUICK)
    assert first.exit_code == 0, first.output
    assert "has run" in first.output
    for word in (folder, below / "bot.py"):
        assert run("play", word, *QUICK).exit_code == 0
    assert run("play", beside, *QUICK).exit_code == 2


def test_house_bots_need_no_trust(run: Run, folder: Path) -> None:
    result = run("play", "random", *QUICK)
    assert result.exit_code == 0, folder


@pytest.mark.parametrize("command", ["duel", "gauntlet", "lint", "profile", "watch", "tune"])
def test_every_command_that_plays_asks(run: Run, folder: Path, command: str) -> None:
    more = {
        "duel": ["random"], "watch": ["random"], "tune": ["--param", "X=1:0:2"],
    }.get(command, [])  # fmt: skip
    (folder / "bot.py").write_text(f"X = 1\n{BOT}")
    result = run(command, folder / "bot.py", *more)
    assert result.exit_code == 2
    assert "add --trust" in result.output


def test_a_program_that_learns_needs_trust_for_its_opponents(folder: Path) -> None:
    with pytest.raises(BadConfig, match="lint BOT --trust"):
        SoloEnv("dominion", [folder / "bot.py"])


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("\n", 2)])
def test_a_person_at_a_terminal_is_asked(folder: Path, answer: str, code: int) -> None:
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "kit.command", "play", str(folder / "bot.py"), *QUICK]
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(PROJECT_ROOT), "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": str(folder.parent),
    }  # fmt: skip
    with subprocess.Popen(
        words, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        asked = b""
        while b"[y/N]" not in asked:
            asked += os.read(ours, 4096)
        os.write(ours, answer.encode())
        output, _ = process.communicate()
    os.close(ours)
    assert "Do you trust all bots in this folder" in " ".join(asked.decode().split())
    assert process.returncode == code
    assert (b"has run" in output) == (code == 0)
