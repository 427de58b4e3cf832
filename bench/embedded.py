"""`up` as it comes, in a folder of its own, on SQLite; its database is read from outside."""

from __future__ import annotations

import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from bench.versions import Version, VersionPlatform, end
from tests.services import free_port

LONGEST_SECONDS = 120  # that anything awaited may take
FINISHED = "SELECT count(*) FROM arena_match WHERE status = 'finished'"


class Embedded:
    """A platform that `up` runs."""

    def __init__(self, platform: VersionPlatform) -> None:
        self.platform = platform

    def do(self, work: str) -> str:
        """Run some lines of Python after the prelude; return their output."""
        return self.platform.run("-c", f"from tests.arena.prelude import *\n{work}")

    def rows(self, query: str) -> list[Any]:
        """Return what the query finds; nothing while the tables are being made."""
        path = self.platform.var / "kingsbench.sqlite3"
        if not path.exists():
            return []
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as file:
            try:
                return file.execute(query).fetchall()
            except sqlite3.OperationalError:
                return []

    def count(self, query: str = FINISHED) -> int:
        rows = self.rows(query)
        return int(rows[0][0]) if rows else 0


@contextmanager
def embedded(version: Version, var: Path, **environment: str) -> Iterator[Embedded]:
    """Start `up` in an empty folder; yield once its first match is finished."""
    var.mkdir(parents=True)
    platform = VersionPlatform(version, var, environment)
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = platform.start("-P", "manage.py", "up", "--port", str(free_port()), **quiet)
    try:
        running = Embedded(platform)
        wait_until(lambda: running.count() > 0)
        yield running
    finally:
        end([started])


def wait_until(is_so: Callable[[], bool], seconds: float = LONGEST_SECONDS) -> None:
    """Look ten times a second. Raises SystemExit after so many seconds."""
    until = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > until:
            raise SystemExit(f"the platform did not get there within {seconds:.0f} seconds")
        time.sleep(0.1)
