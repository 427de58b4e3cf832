"""`./kingsbench test`: output, failures, and the options, of which --full allows no skips."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests import run as command
from tests import steps
from tests.patience import PATIENCE
from tests.services import POSTGRES, REDIS
from tests.steps import Step, checks, clean_environment
from tests.tooling.processes import environment, within

pytestmark = pytest.mark.processes
ROOT = Path(__file__).resolve().parent.parent.parent
SKIPS = """import pytest

@pytest.mark.skip(reason="no such server")
def test_skipped(): pass

@pytest.mark.xfail(reason="known", strict=True)
def test_known(): assert False
"""
FAILS_ONCE = """import pathlib

def test_fails_once():
    mark = pathlib.Path(__file__).with_name("mark")
    failed_before = mark.exists()
    mark.touch()
    assert failed_before, "not yet"

def test_passes(): pass
"""
FAILS_ALWAYS = "def test_fails_always(): assert False, 'never'\n"
BROKEN_FILE = "import no_such_module\n"
GIVEN = {POSTGRES: "postgresql://nobody@127.0.0.1:1/none", REDIS: "redis://127.0.0.1:2/0"}
FEW_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": "-p xdist.plugin"}
SKIPPED_FILE = "import pytest\npytest.skip('no browser', allow_module_level=True)\n"


def printing(name: str, text: str, code: int = 0) -> Step:
    return Step(name, ["-c", f"import sys; print({text!r}); sys.exit({code})"])


def run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *options: str,
    check: int = 0,
    types: int = 0,
    pytests: int = 0,
) -> tuple[int, list[str]]:
    """Run the command with three small steps of these exit codes; return its code and lines."""
    monkeypatch.setattr(command, "checks", lambda: [printing("check", "checked", check)])
    monkeypatch.setattr(command, "types", lambda: printing("types", "typed", types))
    last = "3 passed\n\n=== 1 failed ===\n"
    monkeypatch.setattr(command, "tests", lambda *_, **__: printing("pytest", last, pytests))
    code = command.main([*options])
    return code, capsys.readouterr().out.splitlines()


def test_every_step_is_under_its_name_and_pytests_summary_comes_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = run(monkeypatch, capsys)
    assert code == 0
    assert lines[-1] == "=== 1 failed ==="
    names = [line.split()[1] for line in lines if line.startswith("---")]
    assert names == ["check", "pytest", "types", "summary"]
    for text in ("checked", "typed", "3 passed"):
        assert lines.count(text) == 1


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_is_printed_and_nothing_is_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    code, lines = run(monkeypatch, capsys, word, check=3)
    assert code == 0
    assert lines[0].startswith("usage: ./kingsbench test [--quick")
    assert "checked" not in lines
    for option in steps.OPTIONS:
        assert any(line.startswith(f"  {option} ") for line in lines)


def test_a_reader_that_leaves_causes_no_traceback() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.run", "--help"], check=False, cwd=ROOT,
        stdout=writes, stderr=subprocess.PIPE, text=True, env=environment(),
    )  # fmt: skip
    os.close(writes)
    assert (done.returncode, done.stderr) == (1, "")


def test_dots_are_printed_one_by_one_and_the_last_line_is_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed = []

    def pieces() -> Iterator[str]:
        for piece in ("..", "F", " [ 50%]\n", "\x1b[32m.\x1b[0m", "\n\n=== 1 fai", "led ===\n\n"):
            yield piece
            printed.append(capsys.readouterr().out)

    last = command._print_all_but_the_last(pieces())
    assert printed == ["..", "F", "", " [ 50%]\n\x1b[32m.\x1b[0m", "\n\n", ""]
    assert last == "=== 1 failed ===\n"


def test_a_steps_output_is_read_before_its_line_ends(tmp_path: Path) -> None:
    go_on = tmp_path / "go_on"
    waits = f"""import pathlib, time
print(".", end="", flush=True)
while not pathlib.Path({str(go_on)!r}).exists():
    time.sleep(0.01)
"""
    step = steps.Streaming(Step("waits", ["-c", waits]), ROOT, dict(os.environ))
    assert next(step.pieces()) == "."
    go_on.touch()
    assert step.done().code == 0


@pytest.mark.parametrize("failing", ["check", "types", "pytests"])
def test_one_failing_step_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failing: str
) -> None:
    code, lines = run(monkeypatch, capsys, **{failing: 3})
    assert code == 1
    assert [line for line in lines if "FAILED (3)" in line] != []


def test_a_failing_check_names_the_command_that_fixes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "long.css").write_text("a { color: red }")
    (tmp_path / "long.html").write_text("<ul><li>1</li>\n\n\n</ul>")
    formatters = [step for step in checks() if step.tool]
    monkeypatch.setattr(command, "ROOT", tmp_path)
    for step in formatters:
        words = ["--check", str(tmp_path)]
        done = command._run_check(replace(step, words=words), dict(os.environ))
        assert done.code != 0
        assert f"To fix this: .venv/bin/{step.fix}" in capsys.readouterr().out
        fixed = command._run_check(replace(step, words=words[1:]), dict(os.environ))
        assert fixed.code == 0
        assert command._run_check(replace(step, words=words), dict(os.environ)).code == 0
        assert "To fix" not in capsys.readouterr().out


def test_a_step_is_timed_to_its_own_end_not_to_the_question() -> None:
    began = time.monotonic()
    running = steps.Running(printing("quick", "done"), ROOT, dict(os.environ))
    assert within(PATIENCE, lambda: not running._watch.is_alive())
    ended = time.monotonic()
    time.sleep(1)
    done = running.done()
    assert (done.code, done.output) == (0, "done\n")
    assert done.seconds < ended - began + 0.9


def test_all_steps_of_the_house_are_run() -> None:
    assert [step.name for step in checks()] == [
        "ruff format",
        "djangofmt",
        "oxfmt",
        "ruff",
        "import contracts",
        "migrations",
        "deployment settings",
    ]
    assert steps.tests(["-k", "moat"], options=(), colour=False).words[-2:] == ["-k", "moat"]
    strict = steps.tests([], options={"--full", "--storm"}, colour=False)
    assert strict.variables == {"KINGSBENCH_TEST_FULL": "1", "KINGSBENCH_TEST_STORM": "1"}
    assert "-m" not in strict.words[1:]
    quick = steps.tests([], options={"--quick"}, colour=False)
    assert "not (services or browser or jail or processes or long)" in quick.words
    assert quick.variables == {"KINGSBENCH_TEST_QUICK": "1"}


def test_quick_says_what_it_leaves_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = run(monkeypatch, capsys, "--quick")
    assert code == 0
    assert lines[-1].startswith("--quick left out the tests marked services, browser, jail")
    _code, lines = run(monkeypatch, capsys, "--full", "--storm")
    assert not [line for line in lines if "left out" in line]


@pytest.mark.parametrize("other", ["--full", "--storm", "-m", "-mjail"])
def test_quick_is_refused_beside_what_contradicts_it(
    capsys: pytest.CaptureFixture[str], other: str
) -> None:
    assert command.main(["--quick", other]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert f"cannot be used with {other}" in shown.err


def test_a_platforms_settings_do_not_reach_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://live")
    monkeypatch.setenv("KINGSBENCH_CORES", "64")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    cleaned = clean_environment(tmp_path)
    assert "DATABASE_URL" not in cleaned
    assert "KINGSBENCH_CORES" not in cleaned
    assert "PYTHONDONTWRITEBYTECODE" not in cleaned
    assert cleaned["KINGSBENCH_VAR"] == str(tmp_path)
    assert cleaned["PATH"] == os.environ["PATH"]


def pytest_in(folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """Run a folder's tests with the plugins of `./kingsbench test`."""
    plugins = ["-p", "tests.everything", "-p", "tests.flaky"]
    options = ["-c", os.devnull, *plugins, "-n", "1", "--rootdir", str(folder)]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(folder)],
        cwd=ROOT,
        env=environment(**GIVEN, **FEW_PLUGINS, **variables),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("full", [False, True])
def test_full_turns_a_skip_into_a_failure_with_its_reason(tmp_path: Path, full: bool) -> None:
    (tmp_path / "test_one.py").write_text(SKIPS)
    (tmp_path / "test_two.py").write_text(SKIPPED_FILE)
    done = pytest_in(tmp_path, **({"KINGSBENCH_TEST_FULL": "1"} if full else {}))
    assert "PostgreSQL: given, on port 1" in done.stdout
    if full:
        assert done.returncode != 0
        assert "nothing may be: Skipped: no such server" in done.stdout
        assert "nothing may be: Skipped: no browser" in done.stdout
    else:
        assert done.returncode == 0, done.stdout
        assert "2 skipped, 1 xfailed" in done.stdout


def test_what_fails_once_is_flaky_and_the_run_is_green(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(FAILS_ONCE)
    done = pytest_in(tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout
    assert "FLAKY test_one.py::test_fails_once" in lines
    assert "AssertionError: not yet" in done.stdout
    assert " 2 passed, 1 flaky in " in lines[-1]


def test_what_always_fails_is_run_twice_and_the_run_is_red(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(FAILS_ONCE)
    (tmp_path / "test_two.py").write_text(FAILS_ALWAYS)
    done = pytest_in(tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 1, done.stdout
    assert "running again, alone: test_two.py::test_fails_always ... FAILED again" in lines
    assert "FLAKY test_one.py::test_fails_once" in lines
    assert " 1 failed, 2 passed, 1 flaky in " in lines[-1]


def test_a_file_that_cannot_be_imported_is_not_flaky(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(FAILS_ONCE)
    (tmp_path / "test_two.py").write_text(BROKEN_FILE)
    done = pytest_in(tmp_path)
    assert done.returncode != 0
    assert " 1 error" in done.stdout.splitlines()[-1]
