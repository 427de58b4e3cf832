"""Each benchmark answers `--help`, and says what is missing where the tests' packages are."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
MAIN = 'if __name__ == "__main__":'
PROGRAMS = sorted(path.stem for path in (ROOT / "bench").glob("*.py") if MAIN in path.read_text())


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.long(8)
def test_every_benchmark_answers_help() -> None:
    assert len(PROGRAMS) > 15
    with ThreadPoolExecutor(2) as pool:
        helped = pool.map(lambda name: run("-m", f"bench.{name}", "--help"), PROGRAMS)
    for name, done in zip(PROGRAMS, helped, strict=True):
        assert (name, done.returncode, done.stderr) == (name, 0, "")
        assert done.stdout.startswith("usage: "), name


def test_without_the_tests_packages_a_benchmark_says_how_to_get_them() -> None:
    hide = "import sys, runpy; sys.modules['pytest'] = None; runpy.run_module('bench.arena')"
    done = run("-c", hide)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].endswith("./kingsbench test --quick")
