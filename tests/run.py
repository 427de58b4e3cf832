"""`./kingsbench test [--full] [--storm] [--quick] [...]`: run all checks and tests."""

import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

from tests.steps import (
    OPTIONS,
    SLOW,
    Done,
    Running,
    Step,
    Streaming,
    checks,
    clean_environment,
    tests,
    types,
)

ROOT = Path(__file__).resolve().parent.parent
MARKS = re.compile(r"(\x1b\[[0-9;]*m|[.FEsxX])+")  # of tests that have ended, in colour or not
HELP = """usage: ./kingsbench test [--quick | --full] [--storm] [pytest's options, files or folders]

Run every check (formats, linters, import contracts, settings, types) and all tests.

  --quick  leave out the slow tests
  --full   a skipped test is a failure
  --storm  the test that kills workers has its full size

pytest takes all other words, for example tests/kit, -k NAME or -n 0;
.venv/bin/python -m pytest --help lists its options.
"""
LEFT_OUT = f"--quick left out the tests marked {', '.join(SLOW)}; --full runs them all\n"


def main(arguments: list[str]) -> int:
    """Run every step, pytest's summary last; return 0 if all passed, 2 if misused.

    With `--full` a skip is a failure, with `--storm` the workers' chaos has its full size, and
    `--quick` leaves out slow tests. pytest takes all other arguments.
    """
    if {"-h", "--help"} & {*arguments}:
        sys.stdout.write(HELP)
        sys.stdout.flush()
        return 0
    options = {word for word in arguments if word in OPTIONS}
    words = [word for word in arguments if word not in OPTIONS]
    if problem := _problem_of(options, words):
        sys.stderr.write(f"kingsbench test: {problem}\n")
        return 2
    with tempfile.TemporaryDirectory(prefix="kingsbench-test-") as state:
        environment = clean_environment(Path(state))
        beside = Running(types(), ROOT, environment)
        done = [_run_check(step, environment) for step in checks()]
        pytest = tests(words, options=options, colour=sys.stdout.isatty())
        streaming = Streaming(pytest, ROOT, environment)
        _title(pytest.name)
        sys.stdout.write("Starting servers and collecting tests. The longest tests run first.\n")
        sys.stdout.flush()
        last = _print_all_but_the_last(streaming.pieces())
        done += [beside.done(), streaming.done()]
    _title(done[-2].step.name)
    sys.stdout.write(done[-2].output)
    _conclude(done, last)
    if "--quick" in options:
        sys.stdout.write(LEFT_OUT)
    return int(any(one.code for one in done))


def _problem_of(options: Set[str], words: Iterable[str]) -> str:
    """Say why these cannot be used together; empty if they can."""
    if "--quick" not in options:
        return ""
    others = [*sorted(options - {"--quick"}), *(word for word in words if word.startswith("-m"))]
    return (
        f"--quick leaves tests out, so it cannot be used with {' or '.join(others)}"
        if others
        else ""
    )


def _run_check(step: Step, environment: dict[str, str]) -> Done:
    _title(step.name)
    done = Running(step, ROOT, environment).done()
    sys.stdout.write(done.output)
    if done.code and step.fix:
        sys.stdout.write(f"To fix this: .venv/bin/{step.fix}\n")
    return done


def _print_all_but_the_last(pieces: Iterator[str]) -> str:
    """Print text as it comes, dots one by one; return the last non-empty line."""
    held = ""
    for piece in pieces:
        lines = (held + piece).splitlines(keepends=True)
        texts = [number for number, line in enumerate(lines) if line.strip()]
        keep = texts[-1] if texts else 0
        if texts and MARKS.fullmatch(lines[keep]):
            keep = len(lines)
        sys.stdout.write("".join(lines[:keep]))
        sys.stdout.flush()
        held = "".join(lines[keep:])
    return held.rstrip() + "\n"


def _conclude(done: Iterable[Done], last: str) -> None:
    _title("summary")
    for one in done:
        sys.stdout.write(f"{one.summary}\n")
    sys.stdout.write(last)
    sys.stdout.flush()


def _title(name: str) -> None:
    sys.stdout.write(f"\n--- {name} " + "-" * (75 - len(name)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # who read the output has left, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing fails at exit
        sys.exit(1)
