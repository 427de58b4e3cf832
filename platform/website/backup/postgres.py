"""Back up PostgreSQL by pg_dump."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.client import DatabaseClient

from website.backup.errors import BackupError, is_full
from website.backup.files import flush_file
from website.backup.snapshot import Rows, Snapshot

DUMP = "database.dump"
DEBIAN = Path("/usr/lib/postgresql")
OTHERS = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
FOREIGN = "--no-owner", "--no-privileges"  # docker/rights.sql grants rights


@contextmanager
def dump_database(folder: Path) -> Iterator[Snapshot]:
    """Dump into the folder and yield the contents, of one snapshot."""
    tool = program("pg_dump")
    target = folder / DUMP
    with _one_moment() as (reader, snapshot):
        _run(
            [tool, "--format=custom", *FOREIGN, f"--snapshot={snapshot}", f"--file={target}"],
            "the database cannot be dumped",
            target,
        )
        flush_file(target)
        tables = reader.introspection.table_names()
        yield Snapshot(_reader(reader), tables, _server(reader))


@contextmanager
def _one_moment() -> Iterator[tuple[BaseDatabaseWrapper, str]]:
    """Yield a connection to a snapshot, and the snapshot's id."""
    reader = connection.copy()
    try:
        reader.set_autocommit(False)
        with reader.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            yield reader, cursor.fetchone()[0]
        reader.rollback()
    finally:
        reader.close()


def _reader(reader: BaseDatabaseWrapper) -> Any:
    def select(query: str) -> Rows:
        with reader.chunked_cursor() as cursor:
            cursor.execute(query)
            yield from cursor

    return select


def load(dump: Path) -> None:
    """Restore into our empty database, in one transaction."""
    tool = program("pg_restore")
    words = [tool, "--single-transaction", "--exit-on-error", "--no-comments", *FOREIGN]
    name = str(connection.settings_dict["NAME"])
    _run([*words, f"--dbname={name}", str(dump)], "the database cannot be restored", dump)
    connection.close()


def other_connections() -> int:
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        return int(cursor.fetchone()[0])


def program(name: str) -> str:
    """Return the client program of the server's version. Raise BackupError."""
    major = int(_server(connection).split(".")[0])
    found = [DEBIAN / str(major) / "bin" / name, Path(shutil.which(name) or name)]
    versions = {str(path): _version(str(path)) for path in found if path.is_file()}
    for path, version in versions.items():
        if version == major:
            return path
    other = f" (version {', '.join(map(str, versions.values()))} does not work)"
    raise BackupError(
        f"{name} of PostgreSQL {major}, the server's version, is missing here"
        f"{other if versions else ''}: sudo apt-get install -y postgresql-client-{major}\n"
        "Where this system has no such package, first: sudo apt-get install -y postgresql-common "
        "&& sudo /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y"
    )


def _version(path: str) -> int:
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"\(PostgreSQL\) (\d+)", done.stdout)
    return int(found[1]) if found else 0


def _server(wrapper: Any) -> str:
    wrapper.ensure_connection()
    major, minor = divmod(int(wrapper.pg_version), 10_000)
    return f"{major}.{minor}"


def _run(words: list[str], problem: str, place: Path) -> None:
    """Run a program that dies with us. Raise BackupError."""
    guard = ["setpriv", "--pdeathsig=KILL", "--"] if shutil.which("setpriv") else []
    done = subprocess.run(
        [*guard, *words],
        env=os.environ | _environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return
    if is_full(done.stderr):
        raise BackupError(f"no room left: {done.stderr.strip()} ({place})")
    raise BackupError(f"{problem}: {done.stderr.strip()}")


def _environment() -> Mapping[str, str]:
    """Pass the connection by environment: no password on a command line."""
    settings = connection.settings_dict
    _words, environment = DatabaseClient.settings_to_cmd_args_env(settings, [])
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGDATABASE": "NAME"}
    given = {name: str(settings[key]) for name, key in named.items() if settings.get(key)}
    return given | dict(environment or {})
