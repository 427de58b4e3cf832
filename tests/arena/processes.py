"""A platform of real processes, with a database and a broker of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent

PRELUDE = """
import os, random, sys, time
import django
django.setup()
from arena.actions.claim_match import claim_match
from arena.actions.errors import ClaimLost
from arena.actions.matchmake import matchmake
from arena.actions.reap_leases import reap_leases
from arena.actions.record_result import record_result
from arena.models import Entry, Ladder, Match, RatingChange
from django.utils import timezone
from arena.workplace import claim_name
from tests.arena.results import queued, result
from tests.cast import a_house_bot, a_ladder
"""
LOOK = """
import json
from tests.arena.test_record_result import recomputed
ladder = Ladder.objects.get()
numbers = {
    "statuses": {status: Match.objects.filter(status=status).count() for status in Match.Status},
    "serials": list(Match.objects.rated().values_list("serial", flat=True)),
    "changes": RatingChange.objects.count(),
    "recorded": ladder.recorded,
    "tries": sum(Match.objects.values_list("tries", flat=True)),
    "same": recomputed(ladder)
    == {entry.bot_id: (entry.mu, entry.sigma) for entry in Entry.objects.all()},
    "twice": len(Match.objects.values_list("seed")) - len(set(Match.objects.values_list("seed"))),
}
print(json.dumps(numbers))
"""


class Platform:
    """A database of its own, and processes that work on it."""

    def __init__(self, var: Path, **environment: str) -> None:
        paths = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
        self.environment = os.environ | {
            "KINGSBENCH_VAR": str(var),
            "PYTHONPATH": paths,
            "DJANGO_SETTINGS_MODULE": "website.settings",
            "KINGSBENCH_CORES": "2",
            **environment,
        }
        self.run("manage.py", "migrate", "--skip-checks", "--verbosity", "0")

    def python(self, *command: str) -> list[str]:
        """The command line that runs this with our interpreter."""
        return [sys.executable, *command]

    def start(self, *command: str) -> "subprocess.Popen[str]":
        """Begin, with its output kept for `end`."""
        return subprocess.Popen(
            self.python(*command),
            env=self.environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str) -> str:
        """What it printed; fails with its errors."""
        return self.end(self.start(*command))

    def end(self, process: "subprocess.Popen[str]") -> str:
        """What a started process printed; fails with its errors."""
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return out

    def do(self, work: str) -> str:
        """Run some lines of Python after the prelude."""
        return self.run("-c", PRELUDE + work)

    def together(self, *works: str) -> list[str]:
        """The same for several at once."""
        return [self.end(process) for process in [self.start("-c", PRELUDE + w) for w in works]]

    def look(self) -> dict[str, Any]:
        """What can be counted in the database."""
        numbers: dict[str, Any] = json.loads(self.do(LOOK))
        return numbers
