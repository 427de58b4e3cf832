"""A platform of real processes with its own database and broker."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

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

PRELUDE = """
import os, random, sys, time
import django
django.setup()
from arena.actions.matches.claim_match import claim_match
from arena.models.leased import ClaimLost
from arena.actions.ladders.matchmake import matchmake
from arena.actions.results.reap_leases import reap_ended, reap_leases
from arena.actions.results.record_result import record_result
from arena.models import Entry, Ladder, Match, RatingChange
from django.utils import timezone
from arena.hosts import claim_name
from tests.arena.results import queued, result
from tests.cast import a_house_bot, a_ladder
from tests.patience import PATIENCE
"""
LOOK = """
import json
from tests.arena.recomputed import recomputed, stored
ladder = Ladder.objects.get()
numbers = {
    "statuses": {status: Match.objects.filter(status=status).count() for status in Match.Status},
    "serials": list(Match.objects.rated().values_list("serial", flat=True)),
    "changes": RatingChange.objects.count(),
    "recorded": ladder.recorded,
    "tries": sum(Match.objects.values_list("tries", flat=True)),
    "same": recomputed(ladder) == stored(ladder),
    "twice": len(Match.objects.values_list("seed")) - len(set(Match.objects.values_list("seed"))),
}
print(json.dumps(numbers))
"""
# Forked before anything is connected, so each has settings and connections of its own.
STAGES = """
import json, tempfile, traceback
def begun(work):
    told = tempfile.TemporaryFile("w+")
    child = os.fork()
    if child:
        return child, told
    try:
        os.dup2(told.fileno(), 1)
        exec(work, globals())
        sys.stdout.flush()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
def ended(child, told):
    _, status = os.waitpid(child, 0)
    assert status == 0, f"a process ended with {os.waitstatus_to_exitcode(status)}"
    with told:
        told.seek(0)
        return told.read()
print(json.dumps([[ended(*one) for one in [begun(work) for work in stage]] for stage in WORKS]))
"""


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
        """Run some lines of Python after the prelude."""
        return self.run("-c", PRELUDE + work)

    def together(self, *works: str) -> list[str]:
        """Run several scripts at once, each in its own process."""
        return self.stages(works)[0]

    def stages(self, *stages: Sequence[str]) -> list[list[str]]:
        """Output of each stage's scripts, which run together; stages run in order.

        All are forks of one interpreter with imports done, which is much faster.
        """
        told: list[list[str]] = json.loads(self.do(f"WORKS = {stages!r}\n{STAGES}"))
        return told

    def look(self) -> dict[str, Any]:
        """Return the counts of the database."""
        numbers: dict[str, Any] = json.loads(self.do(LOOK))
        return numbers

    def empty(self) -> None:
        """Empty a server's database for its next user."""
        make_database(self.environment["DATABASE_URL"])


@cache
def _fill(url: str) -> None:
    """Make the tables of a server's database; once, as `empty` makes them anew."""
    make_database(url)
