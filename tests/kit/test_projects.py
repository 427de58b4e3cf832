"""What `new` writes around a bot, and bots in folders."""

import json
import re
import shlex
import subprocess
import sys
import zipfile
from inspect import Parameter, Signature, signature
from pathlib import Path

import click
import pytest
import yaml

from kit import sdk
from kit.command import main
from kit.sdk import plans, search
from tests.kit.conftest import Run

ROOT = Path(__file__).parents[2]
BOT = "import helper\n\ndef decide(request):\n    return helper.answer(request)\n"
HELPER = "def answer(request):\n    return request.default\n"


def python(*words: str, folder: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-m", *words], check=False, cwd=folder, capture_output=True, text=True,
        env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_test_of_a_new_bot_passes_and_mypy_finds_nothing(run: Run, tmp_path: Path) -> None:
    for name, game in (("my-bot.py", "dominion"), ("blocks.py", "kingdomino")):
        assert run("new", name, "--game", game).exit_code == 0
    python("pytest", "-q", "-p", "no:cacheprovider", str(tmp_path), folder=tmp_path)
    cache = f"--cache-dir={ROOT / '.mypy_cache' / 'new'}"
    for name in ("my-bot", "blocks"):
        python("mypy", "--strict", cache, f"{name}.py", f"test_{name}.py", folder=tmp_path)
    notes = (tmp_path / "AGENTS.md").read_text(encoding="utf-8")
    assert "kingsbench play my-bot.py big-money --game dominion" in notes
    assert "$" not in notes.replace("$KINGSBENCH", "")
    check_commands_and_signatures(notes)


def check_commands_and_signatures(notes: str) -> None:
    """Compare what the notes for assistants say with the commands' options and the functions."""
    commands = re.findall(r"^kingsbench (\w+)(.*?)(?: +#|$)", notes, re.MULTILINE)
    assert {"lint", "gauntlet", "profile", "docs", "duel"} < {name for name, _words in commands}
    assert any("--until-sure" in words for _name, words in commands)
    for name, words in commands:
        command = main.get_command(click.Context(main), name)
        assert command is not None, name
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[\w-]+", words)) <= known, (name, words)
    functions = {name: getattr(sdk, name) for name in sdk.__all__ if name[0].islower()}
    functions |= {"BuyPlan": plans.BuyPlan, "use": plans.use, "search": search.search}
    for name, function in functions.items():
        parameters = [
            parameter.replace(annotation=Parameter.empty)
            for parameter in signature(function).parameters.values()
        ]
        written = str(Signature(parameters)).replace(repr(search.lead), "lead")
        assert f"\n{name}{written} " in notes, name


def test_a_test_that_a_broken_bot_fails(run: Run, tmp_path: Path) -> None:
    run("new", "mine.py")
    (tmp_path / "mine.py").write_text("def decide(request):\n    return 99\n", encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        words, check=False, cwd=tmp_path, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 1
    assert "index 99 is out of range" in done.stdout


def test_what_is_there_is_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("precious", encoding="utf-8")
    told = run("new", "mine.py").output
    assert "Wrote mine.py, test_mine.py." in told
    assert (tmp_path / "AGENTS.md").read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize(
    ("workflow", "file", "place"),
    [
        ("github", ".github/workflows/kingsbench.yml", ("jobs", "upload", "steps")),
        ("gitlab", ".gitlab-ci.yml", ("upload", "script")),
    ],
)
def test_a_workflow_is_yaml_and_its_commands_exist(
    run: Run, tmp_path: Path, workflow: str, file: str, place: tuple[str, ...]
) -> None:
    run("new", "mine.py", "--ci", workflow)
    steps = yaml.safe_load((tmp_path / file).read_text(encoding="utf-8"))
    for key in place:
        steps = steps[key]
    lines = [step if isinstance(step, str) else step.get("run", "") for step in steps]
    ours = [shlex.split(line)[1:] for line in lines if line.startswith("kingsbench ")]
    assert [words[0] for words in ours] == ["play", "upload"]
    for name, *words in ours:
        command = main.get_command(click.Context(main), name)
        assert command
        command.make_context(name, words)
    assert "pytest test_mine.py" in lines
    assert (tmp_path / "test_mine.py").exists()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "clever"
    (made / ".git").mkdir(parents=True)
    (made / "bot.py").write_text(BOT, encoding="utf-8")
    (made / "helper.py").write_text(HELPER, encoding="utf-8")
    for name in ("AGENTS.md", "test_bot.py", ".git/config"):
        (made / name).write_text("not for the jail", encoding="utf-8")
    return made


def test_a_folder_is_packed_without_what_is_not_the_bots(run: Run, folder: Path) -> None:
    assert run("pack", "clever").exit_code == 0
    packed = folder.with_suffix(".zip")
    assert zipfile.ZipFile(packed).namelist() == ["bot.py", "helper.py"]
    before = packed.read_bytes()
    (folder / "helper.py").touch()
    run("pack", "clever")
    assert packed.read_bytes() == before


@pytest.mark.jail
def test_a_folder_plays(run: Run, folder: Path) -> None:
    words = ["play", "clever", "random", "--games", 2, "--config", "turn_limit=3", "--json"]
    result = json.loads(run(*words).output)
    assert [bot["name"] for bot in result["bots"]] == ["clever", "random"]
    assert result["bots"][0]["faults"] == 0


def test_a_folder_without_a_bot_is_refused(run: Run, folder: Path) -> None:
    (folder / "bot.py").unlink()
    result = run("play", "clever", "random")
    assert result.exit_code == 2
    assert "clever is a folder without bot.py or kingsbench.toml" in result.output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_options_and_bots(shell: str, run: Run) -> None:
    told = run("completion", shell).output
    assert "_KINGSBENCH_COMPLETE" in told
    words = [sys.executable, "-c", "from kit.command import main; main(prog_name='kingsbench')"]
    for line, found in (("kingsbench pl", "play"), ("kingsbench play big-m", "big-money")):
        last = line.split()[-1] if shell == "fish" else str(len(line.split()) - 1)
        asked = {"COMP_WORDS": line, "COMP_CWORD": last}
        asked["_KINGSBENCH_COMPLETE"] = f"{shell}_complete"
        environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", **asked}
        done = subprocess.run(words, check=True, capture_output=True, text=True, env=environment)
        assert found in done.stdout


def test_a_duel_with_one_bot_names_the_missing_one(run: Run) -> None:
    result = run("duel", "random")
    assert result.exit_code == 2
    assert "Missing argument 'OLD'" in result.output


def test_help_costs_little(run: Run) -> None:
    """CPU of a whole process, of which the interpreter takes a fifth."""
    code = (
        "import time, kit.command; "
        "kit.command.main(['--help'], standalone_mode=False); print(time.process_time())"
    )
    words = [sys.executable, "-c", code]
    times = []
    for _ in range(3):
        told = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
        times.append(float(told.stdout.splitlines()[-1]))
    assert min(times) < 0.15


def test_a_full_disk_is_said_in_one_line() -> None:
    words = [sys.executable, "-m", "kit.command", "bots"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            words, check=False, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
