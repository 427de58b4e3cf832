"""Platforms with data, and empty places to restore them into."""

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import forks
from tests.arena.processes import DATABASE
from tests.prepared import make_database, platform_environment, sqlite_template
from tests.services import POSTGRES, database_of_its_own, postgres, shared_or_own
from tests.website.schema import Database

DJANGO = "import django, json, os, sys, random\ndjango.setup()\n"
# Accounts, uploads and real games of two ladders; a recomputed rating.
FILL = """
from datetime import timedelta
from django.utils import timezone
from arena.actions.ratings.ask_recompute import ask_recompute
from arena.actions.bots.erase_version import erase_version
from arena.actions.results.record_result import record_result
from arena.models import Ladder, Version
from arena.match.referee import GameResult, MatchResult
from tests.arena.results import STAMP, fault, running
from tests.cast import a_bot, a_ladder, alice, bob, olga, play_with
from tests.website.rows import played
ladder, bots = a_ladder(), []
for number in range(4):
    owner = (alice, bob)[number % 2]()
    source = f"def decide(request):\\n    return request.default  # {number}\\n" * 50
    bots.append(a_bot(owner, f"Bot {number}", ladder, source.encode()))
olga()
gone = play_with(bots[0], b"# erased with its owner\\n", ladder)
play_with(bots[0], b"# the second version\\n", ladder)
erase_version(version=gone)
for number in range(MATCHES):
    record, events, scores, ranks = played(number % 3 + 1)
    pair = random.sample(bots, 2)
    match = running(ladder, *pair)
    game = GameResult(
        seating=[0, 1], scores=scores, ranks=ranks, reason="the Provinces are gone",
        record=record, events=events, faults=[], logs=["printed " * 20, ""], cpu=[0.5, 0.25],
        decisions=[120, 130], decision_log=[],
    )
    points = [float(ranks.count(2)) if rank == 1 else 0.0 for rank in ranks]
    record_result(match=match, result=MatchResult([game], points, ranks, STAMP))
"""
LOOK = """
import hashlib
from django.db import connection
from django.core.files.storage import default_storage
tables, uploads = {}, {}
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names()):
        cursor.execute(f'SELECT * FROM "{table}"')
        plain = lambda one: bytes(one) if isinstance(one, memoryview) else one
        rows = sorted(repr([plain(one) for one in row]) for row in cursor.fetchall())
        tables[table] = [len(rows), hashlib.sha256("\\n".join(rows).encode()).hexdigest()]
from arena.models import Version
for version in Version.objects.exclude(source=""):
    with version.source.open() as file:
        uploads[version.source.name] = hashlib.sha256(file.read()).hexdigest()
print(json.dumps([tables, uploads]))
"""


class Place:
    """A platform's folder and database URL; neither need exist yet."""

    def __init__(self, var: Path, url: str = "", **more: str) -> None:
        self.var = var
        self.environment = platform_environment(var) | ({"DATABASE_URL": url} if url else {}) | more

    def run(self, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
        """Run our interpreter with these arguments."""
        return forks.run(words, self.environment | more)

    def manage(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command of ours."""
        return self.run("manage.py", *words)

    def do(self, work: str) -> str:
        """Return these Python lines' output."""
        done = self.run("-c", DJANGO + work)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def migrate(self) -> None:
        """Make the tables, as a copy."""
        if url := self.environment.get("DATABASE_URL"):
            make_database(url)
        else:
            self.var.mkdir(parents=True, exist_ok=True)
            shutil.copy(sqlite_template(), self.var / DATABASE)

    def tables(self) -> list[str]:
        address = self.environment.get("DATABASE_URL") or str(self.var / DATABASE)
        with Database(address) as database:
            return database.tables()

    def fill(self, matches: int = 6) -> None:
        """Make the tables and fill them."""
        self.migrate()
        self.do(f"MATCHES = {matches}\n{FILL}")

    def look(self, first: str = "") -> tuple[dict[str, list[object]], dict[str, str]]:
        """Every table's rows and every upload's content, by their hashes."""
        tables, uploads = json.loads(self.do(first + LOOK))
        return tables, uploads


@contextmanager
def an_empty_place(kind: str, var: Path) -> Iterator[Place]:
    """A place whose database holds no table yet."""
    if kind == "sqlite":
        yield Place(var)
        return
    with shared_or_own(POSTGRES, postgres) as server, database_of_its_own(server) as url:
        yield Place(var, url)


def content(folder: Path) -> dict[str, str]:
    """Every file below the folder, by its hash."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def modes(folder: Path) -> set[str]:
    """The permissions of the files and folders there."""
    return {f"{kind_of(path)} {path.stat().st_mode & 0o777:o}" for path in folder.rglob("*")} | {
        f"{kind_of(folder)} {folder.stat().st_mode & 0o777:o}"
    }


def kind_of(path: Path) -> str:
    return "folder" if path.is_dir() else "file"


def is_root() -> bool:
    return os.geteuid() == 0
