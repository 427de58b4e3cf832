"""Bots written to files, and the command in a folder of its own."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kit.command import main
from kit.run import bot_arguments
from sandbox.runner import Runner

Run = Callable[..., Result]
prove_jail = bot_arguments._strongest_jail


@cache
def proven_jail(_path: str, runtime: Path | None) -> Runner:
    """The jail that a machine with this PATH has; its canaries run once in this process."""
    return prove_jail(runtime)


@pytest.fixture(autouse=True)
def jail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all commands use one jail, which takes longer to prove than they take."""
    monkeypatch.setattr(
        bot_arguments, "_strongest_jail", lambda runtime: proven_jail(os.environ["PATH"], runtime)
    )


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `kingsbench` with these words in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))  # logged in nowhere
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def bot(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a bot's source to a file of that name."""

    def write(name: str, source: str) -> Path:
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return path

    return write
