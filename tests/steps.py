"""Steps of `./kingsbench test`."""

import os
import subprocess
import sys
import tempfile
import time
from codecs import getincrementaldecoder
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import IO

OWN_SETTINGS = ("DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "DEBUG", "EMAIL_URL", "SECRET_KEY")
OWN_PREFIXES = ("KINGSBENCH_", "DJANGO_")
COMPILES_ANEW = "PYTHONDONTWRITEBYTECODE"  # where set, each of our many processes compiles all
OPTIONS = {
    "--full": "KINGSBENCH_TEST_FULL",
    "--quick": "KINGSBENCH_TEST_QUICK",
    "--storm": "KINGSBENCH_TEST_STORM",
}
SLOW = ("services", "browser", "jail", "processes", "long")  # marks of tests left out by --quick


@dataclass(frozen=True)
class Step:
    """A check, run by Python or by a tool installed beside it."""

    name: str
    words: Sequence[str]
    variables: dict[str, str] = field(default_factory=dict)
    tool: str = ""
    fix: str = ""  # the command that mends what the check finds


@dataclass(frozen=True)
class Done:
    step: Step
    code: int
    seconds: float
    output: str = ""

    @property
    def summary(self) -> str:
        verdict = "ok" if self.code == 0 else f"FAILED ({self.code})"
        return f"  {self.step.name:<24} {verdict:<12} {self.seconds:6.1f} s"


class Running:
    """A parallel step, its output in a file."""

    def __init__(self, step: Step, root: Path, environment: dict[str, str]) -> None:
        self.step = step
        self._began = time.monotonic()
        self._output: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115  # closed by `done`
        self._process = subprocess.Popen(
            command_of(step),
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            cwd=root,
            env=environment | step.variables,
        )
        self._seconds = 0.0
        self._watch = Thread(target=self._time)  # times it even if nobody waits yet
        self._watch.start()

    def done(self) -> Done:
        self._watch.join()
        with self._output as output:
            output.seek(0)
            return Done(self.step, self._process.returncode, self._seconds, output.read())

    def _time(self) -> None:
        self._process.wait()
        self._seconds = time.monotonic() - self._began


class Streaming:
    """A step whose output is read live."""

    def __init__(self, step: Step, root: Path, environment: dict[str, str]) -> None:
        self.step = step
        self._began = time.monotonic()
        self._process = subprocess.Popen(
            command_of(step),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=root,
            env=environment | step.variables,
        )

    def pieces(self) -> Iterator[str]:
        """Yield the output as it is written, also unfinished lines."""
        decoder = getincrementaldecoder("utf-8")("replace")
        if self._process.stdout is not None:
            with self._process.stdout as output:
                while data := os.read(output.fileno(), 65_536):
                    yield decoder.decode(data)

    def done(self) -> Done:
        code = self._process.wait()
        return Done(self.step, code, time.monotonic() - self._began)


def command_of(step: Step) -> list[str]:
    program = Path(sys.executable).with_name(step.tool) if step.tool else sys.executable
    return [str(program), *step.words]


def clean_environment(state: Path) -> dict[str, str]:
    """Return the environment without platform settings, in which compiled modules are kept."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in (*OWN_SETTINGS, COMPILES_ANEW) and not name.startswith(OWN_PREFIXES)
    }
    return kept | {"KINGSBENCH_VAR": str(state)}


def checks() -> list[Step]:
    server = {
        "ALLOWED_HOSTS": "kingsbench.example",
        "SECRET_KEY": "only for the check of the settings: " + "kQ7z2mXw9Lr4" * 4,
    }
    contracts = "from importlinter.cli import lint_imports_command as run; run()"
    migrations = ["manage.py", "makemigrations", "--check", "--dry-run"]
    return [
        Step("ruff format", ["-m", "ruff", "format", "--check", "."], fix="ruff format ."),
        Step("djangofmt", ["--check", "templates"], tool="djangofmt", fix="djangofmt templates"),
        Step("oxfmt", ["--check", "."], tool="oxfmt", fix="oxfmt ."),
        Step("ruff", ["-m", "ruff", "check", "."]),
        Step("import contracts", ["-c", contracts]),
        Step("migrations", migrations),
        Step(
            "deployment settings",
            ["manage.py", "check", "--deploy", "--fail-level=WARNING"],
            server,
        ),
    ]


def types() -> Step:
    """Return the mypy step; slow when cold, so it runs in parallel."""
    return Step("mypy", ["-m", "mypy"])


def tests(arguments: Sequence[str], *, options: Collection[str], colour: bool) -> Step:
    """Return the pytest step; one worker more than cores, as tests often wait.

    `options` are some of `OPTIONS`.
    """
    words = [
        "-p",
        "tests.everything",
        "-p",
        "tests.flaky",
        "-n",
        str(len(os.sched_getaffinity(0)) + 1),
        "--dist",
        "loadgroup",
        "--durations",
        "10",
    ]
    words += ["--color", "yes" if colour else "no"]
    if "--quick" in options:
        words += ["-m", f"not ({' or '.join(SLOW)})"]
    variables = {OPTIONS[option]: "1" for option in sorted(options)}
    return Step("pytest", ["-m", "pytest", *words, *arguments], variables)
