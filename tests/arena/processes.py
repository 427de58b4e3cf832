"""A platform of real processes with its own database and broker."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.arena import calls
from tests.arena.calls import P, T
from tests.forks import Forked, can_fork
from tests.patience import HANGS
from tests.prepared import (
    DATABASE,
    MIGRATE,
    ROOT,
    make_database,
    platform_environment,
    sqlite_template,
)

__all__ = ["DATABASE", "MIGRATE", "ROOT", "Platform"]


class Platform:
    """A database of its own, and processes that work on it."""

    def __init__(self, var: Path, **environment: str) -> None:
        self.environment = platform_environment(var) | environment
        if url := self.environment.get("DATABASE_URL"):
            _fill(url)
        elif not (var / DATABASE).exists():
            var.mkdir(parents=True, exist_ok=True)
            shutil.copy(sqlite_template(), var / DATABASE)

    def python(self, *command: str) -> list[str]:
        """The command line that runs this with our interpreter."""
        return [sys.executable, *command]

    def start(self, *command: str) -> "subprocess.Popen[str]":
        """Start the command, keeping its output for `end`."""
        if can_fork(self.environment):
            return Forked(command, self.environment)
        return subprocess.Popen(
            self.python(*command),
            env=self.environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str) -> str:
        """Return its output; fail with its errors."""
        return self.end(self.start(*command))

    def end(self, process: "subprocess.Popen[str]") -> str:
        """Return the process's output; fail with its errors."""
        out, err = process.communicate(timeout=HANGS)
        assert process.returncode == 0, err
        return out

    def do(self, work: str) -> str:
        """Run some lines of Python after the prelude; benchmarks do."""
        return self.run("-c", f"from tests.arena.prelude import *\n{work}")

    def call(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of this function, called in a process of its own."""
        found: T = calls.result(self.run("-c", calls.code(work, *args, **kwargs)))
        return found

    def together(self, *works: calls.Work) -> list[Any]:
        """Call several functions at once, each in its own process."""
        return self.stages(works)[0]

    def stages(self, *stages: Sequence[calls.Work]) -> list[list[Any]]:
        """Results of each stage's functions, which run together; stages run in order.

        All are forks of one interpreter with imports done, which is much faster.
        """
        found: list[list[Any]] = calls.result(self.run("-c", calls.code_of_stages(stages)))
        return found

    def empty(self) -> None:
        """Empty a server's database for its next user."""
        make_database(self.environment["DATABASE_URL"])


@cache
def _fill(url: str) -> None:
    """Make the tables of a server's database; once, as `empty` makes them anew."""
    make_database(url)
