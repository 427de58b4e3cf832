"""Platforms with data, and empty places to restore them into."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import forks
from tests.arena import calls
from tests.arena.calls import P, T
from tests.arena.processes import DATABASE
from tests.prepared import (
    make_database,
    make_empty_database,
    platform_environment,
    sqlite_template,
)
from tests.services import POSTGRES, database_of_its_own, postgres, shared_or_own
from tests.website.schema import Database

DJANGO = "import django, json, os, sys, random\ndjango.setup()\n"


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
        """Return these Python lines' output; benchmarks do."""
        done = self.run("-c", DJANGO + work)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def call(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of this function, called in a process of its own."""
        done = self.run("-c", calls.code(work, *args, **kwargs))
        assert done.returncode == 0, done.stderr
        found: T = calls.result(done.stdout)
        return found

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

    def clear(self) -> None:
        """Make the place empty again, in the same environment, whose forks are ready."""
        shutil.rmtree(self.var, ignore_errors=True)
        if url := self.environment.get("DATABASE_URL"):
            make_empty_database(url)

    def fill(self, matches: int = 6) -> None:
        """Make the tables and fill them."""
        self.migrate()
        from tests.website.scripts import backups  # noqa: PLC0415  (benchmarks have no Django)

        self.call(backups.fill, matches)

    def look(self) -> list[Any]:
        """Every table's rows and every upload's content, by their hashes."""
        from tests.website.scripts import backups  # noqa: PLC0415  (as above)

        return list(self.call(backups.look))


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
