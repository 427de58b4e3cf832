"""Commands that write a file replace an earlier result, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
SHORT = ("--seed", 1, "--config", "turn_limit=2")
MINE = b"years of work\n"
COMMANDS = {
    "game.json": ("play", "random", "random", "--games", 1, *SHORT, "--replay"),
    "page.html": ("replay", "first.json", "--html"),
    "way.svg": (
        "tune", "bot.py", "--param", "N=0:5", "--iterations", 1, "--games", 2, "--test-games", 0,
        *SHORT, "--chart",
    ),
    "bot_tuned.py": (
        "tune", "bot.py", "--param", "N=0:5", "--iterations", 1, "--games", 2, "--test-games", 0,
        *SHORT, "--to",
    ),
}  # fmt: skip

pytestmark = pytest.mark.jail


@pytest.fixture(autouse=True)
def _given(run: Run, tmp_path: Path) -> None:
    """A bot and a replay."""
    (tmp_path / "bot.py").write_text("N = 2\ndef decide(request):\n    return request.default\n")
    run("play", "random", "random", "--games", 1, *SHORT, "--replay", "first.json")


@pytest.mark.parametrize("name", COMMANDS)
def test_an_earlier_result_is_replaced_and_another_file_is_not(
    name: str, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / name
    for _ in range(2):
        done = run(*COMMANDS[name], path.name)
        assert done.exit_code in (0, 3), done.output
        assert path.stat().st_size
    for content in (MINE, b"{}", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xfe"):
        path.write_bytes(content)
        refused = run(*COMMANDS[name], path.name)
        assert refused.exit_code == 2, refused.output
        assert path.read_bytes() == content


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bots_own_file_and_a_folder_are_not_replaced(name: str, run: Run, tmp_path: Path) -> None:
    before = (tmp_path / "bot.py").read_bytes()
    assert run(*COMMANDS[name], "bot.py").exit_code == 2
    assert (tmp_path / "bot.py").read_bytes() == before
    (tmp_path / "folder").mkdir()
    assert run(*COMMANDS[name], "folder").exit_code == 2
    assert run(*COMMANDS[name], "nowhere/file").exit_code == 2
