"""Bots written to files, and the command in a folder of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kit.command import main

Run = Callable[..., Result]


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
