"""Each command's help ends with examples, and each of them works."""

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kit.command import main
from kit.program import examples, read_examples
from kit.run import packing
from tests.kit.conftest import Run

BOT = "SMITHIES = 2\n\n\ndef decide(request):\n    return request.default\n"
BOTS = (
    "my_bot.py", "new.py", "old.py", "my_folder/bot.py", "my_bots/one.py", "my_bots/two.py",
)  # fmt: skip
DECISIONS = Path(__file__).parents[2] / "docs" / "decision_kinds.json"
HOSTED = {
    "challenge", "join", "leaderboard", "leave", "login", "logout", "logs", "matches", "trial",
    "upload",
}  # fmt: skip
ELSEWHERE = {"runtime"}  # downloads packages, or changes what is installed
ENDINGS = {0, 1, 3}  # of what was understood: done, not so, undecided


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)
        else:
            yield " ".join([*path, name]), command


COMMANDS = dict(commands(main))
LINES = [line for command in COMMANDS.values() for line in read_examples(command.epilog)]


def is_local(line: str) -> bool:
    """Others need a platform or the network: their words are read, not run."""
    words = shlex.split(line)
    hosted = {"--to", "--hosted"} & set(words) or words[0] in HOSTED
    return not hosted and words[0] not in ELSEWHERE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What the examples name."""
    for name in ("my_folder", "my_bots"):
        (tmp_path / name).mkdir()
    for name in BOTS:
        (tmp_path / name).write_text(BOT)
    shutil.copy(packing.SAMPLES / "big_money.js", tmp_path / "my_bot.js")
    decision = next(iter(json.loads(DECISIONS.read_text())["dominion"].values()))
    (tmp_path / "decisions.jsonl").write_text(json.dumps(decision) + "\n")
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_of_itself(name: str) -> None:
    found = read_examples(COMMANDS[name].epilog)
    assert found
    assert all(line.startswith(name) for line in found)


@pytest.mark.jail
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", [line for line in LINES if is_local(line)])
def test_the_examples_work(run: Run, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _address: False)
    if "game.json" in line:
        run("play", "random", "random", "--config", "turn_limit=1", "--replay", "game.json")
    if " kept " in line:
        run("play", "random", "random", "--config", "turn_limit=1", "--games", 1, "--keep", "kept")
    result = run(*shlex.split(line))
    assert result.exit_code in ENDINGS, result.output
    assert not isinstance(result.exception, Exception), result.output


@pytest.mark.parametrize("line", [line for line in LINES if not is_local(line)])
def test_examples_for_a_platform_are_read(line: str) -> None:
    words = shlex.split(line)
    command: click.Command = main
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), words.pop(0))
        assert found
        command = found
    command.make_context("example", words)


def test_examples_are_read_as_they_are_written() -> None:
    assert read_examples(examples("play a b", "bots")) == ["play a b", "bots"]
