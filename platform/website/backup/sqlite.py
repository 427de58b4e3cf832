"""Back up SQLite online while others use it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

from website.backup.errors import BackupError
from website.backup.files import flush_file
from website.backup.snapshot import Rows, Snapshot

DUMP = "database.sqlite3"
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


@contextmanager
def dump_database(folder: Path) -> Iterator[Snapshot]:
    """Copy the database and yield the contents.

    One transaction: in WAL mode it blocks no writer; a copy in steps restarts at each write.
    """
    target = folder / DUMP
    target.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(database_path())) as live,
        closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file
        _check(copy)
    flush_file(target)
    with closing(sqlite3.connect(f"file:{target}?immutable=1", uri=True)) as copy:
        tables = [name for (name,) in copy.execute(TABLES)]
        yield Snapshot(_reader(copy), tables, sqlite3.sqlite_version)


def _check(copy: sqlite3.Connection) -> None:
    found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise BackupError(f"the database is damaged: {found}. Restore the last good backup.")


def _reader(copy: sqlite3.Connection) -> Any:
    def select(query: str) -> Rows:
        yield from copy.execute(query)

    return select


def load(dump: Path, marker: tuple[str, ...]) -> None:
    """Replace our empty database by the dump, with `marker` applied."""
    path = database_path()
    draft = path.with_name(f".{path.name}.restoring")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    with closing(sqlite3.connect(dump)) as copy, closing(sqlite3.connect(draft)) as target:
        copy.backup(target)
        for statement in marker:
            target.execute(statement)
        target.commit()
    flush_file(draft)
    connection.close()
    for ending in ("-wal", "-shm"):  # of the empty database
        path.with_name(path.name + ending).unlink(missing_ok=True)
    draft.rename(path)
    flush_file(path.parent)


def database_path() -> Path:
    return Path(connection.settings_dict["NAME"])
