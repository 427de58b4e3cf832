"""Restore a backup into an empty platform."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from itertools import chain
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader

from arena.models import Worker
from arena.queue.refusals import restore_marker
from website.backup import marker, postgres
from website.backup.databases import KNOWN, vendor
from website.backup.errors import BackupError, as_backup_errors
from website.backup.files import DRAFT, digest_of, files_below
from website.backup.manifest import Manifest
from website.backup.marker import Mark
from website.backup.proof import wrong_games, wrong_ratings
from website.backup.uploads import absent, in_folder, put_back, storage
from website.deploy.environment import folder as private
from website.deploy.migration_history import (
    OtherVersion,
    reason,
    require_known_database,
    unknown_migrations,
)
from website.deploy.state_folder import InUse, folder_lock

MOST_SHOWN = 10

Say = Callable[[str], None]


def restore_backup(folder: Path, *, prove: bool, say: Say) -> Manifest:
    """Restore database and uploads. Raise BackupError.

    Change nothing before all checks pass. An interrupted restore can be run again.
    """
    manifest, name = Manifest.read(folder)
    with ExitStack() as stack:
        _require_stopped(stack)
        _require_fitting(manifest)
        say("verifying checksums")
        _verify(folder, manifest)
        mark = Mark(name, manifest.made_at)
        begun = _begin(mark)
        with as_backup_errors(Path(settings.VAR)):
            say("restoring uploads" if not begun else "continuing an interrupted restore")
            put_back(manifest.uploads, folder)
            say("restoring the database")
            _load(folder, manifest, mark)
        _require_rows(manifest)
        say("bringing the database up to date")
        call_command("migrate", interactive=False, verbosity=0)
        with as_backup_errors(Path(settings.VAR)):
            restore_marker()
        if prove:
            say("checking ratings and games")
            _prove(manifest)
        marker.end()
    return manifest


def _require_stopped(stack: ExitStack) -> None:
    """Raise BackupError if the platform seems to be running."""
    try:
        stack.enter_context(folder_lock(private(Path(settings.VAR))))
    except InUse as error:
        raise BackupError(f"{error}: stop it first.") from error
    try:
        tables = connection.introspection.table_names()
        require_known_database(connection)
    except OperationalError as error:
        raise BackupError(f"the database cannot be used: {error}".strip()) from error
    except OtherVersion as error:
        raise BackupError(str(error)) from error
    # during a restore the workers table is the backup's
    knows_workers = Worker._meta.db_table in tables and marker.TABLE not in tables
    if knows_workers and (awake := Worker.objects.awake().count()):
        raise BackupError(f"{awake} workers use this database: stop the platform first.")
    if vendor() == "postgresql" and (others := postgres.other_connections()):
        raise BackupError(
            f"{others} other connections use this database: stop the platform first, or wait until "
            "they are closed."
        )


def _require_fitting(manifest: Manifest) -> None:
    """Raise BackupError for another kind of database or unknown migrations."""
    if manifest.database != vendor():
        raise BackupError(
            f"this is a backup of {manifest.database}, and DATABASE_URL names {vendor()}: restore "
            "it into the same kind of database."
        )
    if unknown := unknown_migrations(manifest.migrations.items()):
        is_old = manifest.kingsbench.startswith("0.1.")
        raise BackupError(f"this backup {reason(unknown, is_old=is_old)}")
    if manifest.database == "postgresql":
        postgres.program("pg_restore")


def _verify(folder: Path, manifest: Manifest) -> None:
    damaged = []
    for path, digest in manifest.files.items():
        with as_backup_errors(folder):
            with suppress(FileNotFoundError):
                if digest_of(folder / path) == digest:
                    continue
            damaged.append(path)
    if damaged:
        raise BackupError(
            "the backup is damaged, nothing was restored. These differ from the manifest: "
            f"{_some(damaged)}. Use another copy of it, or another backup."
        )
    if gone := absent(manifest.listed.items()):
        raise BackupError(
            f"uploads are missing in the bucket: {_some(gone)}. This backup lists them without "
            "copies: restore them from a copy of the bucket."
        )


def _begin(mark: Mark) -> bool:
    """Mark the target; return whether this backup's restore had begun."""
    begun = marker.unfinished_restore()
    if begun is not None and begun.backup != mark.backup:
        raise BackupError(
            f"the restore of another backup, made at {begun.made_at}, was interrupted here: run "
            f"that one again, or start with an empty database and folder. {emptying()}"
        )
    if begun is not None:
        _remove_drafts()
        return True
    if kinds := marker.rows_in_use():
        raise BackupError(f"the database is in use: it holds {', '.join(kinds)}. {emptying()}")
    if in_folder() and (file := next(files_below(Path(storage().path(""))), None)):
        raise BackupError(f"the folder of uploads is not empty: {file}. {emptying()}")
    with as_backup_errors(Path(settings.VAR)):
        marker.begin(mark)
    return False


def _remove_drafts() -> None:
    for path in files_below(Path(storage().path(""))) if in_folder() else ():
        if path.name.startswith(DRAFT):
            path.unlink()


def emptying() -> str:
    if vendor() == "sqlite":
        return (
            "Set KINGSBENCH_VAR to an empty folder, or run ./kingsbench reset if nothing in it is "
            "needed."
        )
    name = connection.settings_dict["NAME"]
    place = (
        f", and an empty folder of uploads instead of {storage().path('')}" if in_folder() else ""
    )
    return (
        f"Make an empty database (DROP DATABASE {name}; CREATE DATABASE {name}; or one of another "
        f"name in DATABASE_URL){place}."
    )


def _load(folder: Path, manifest: Manifest, mark: Mark) -> None:
    """Fill the database, unless an interrupted restore did."""
    if marker.our_tables():
        if marker.rows_in_use():
            return
        marker.remove_tables()  # made by `migrate` meanwhile
    if manifest.database == "sqlite":
        KNOWN["sqlite"].load(folder / KNOWN["sqlite"].DUMP, marker.statements(mark))
    else:
        KNOWN["postgresql"].load(folder / KNOWN["postgresql"].DUMP)


def _require_rows(manifest: Manifest) -> None:
    """Compare row counts, unless newer migrations have begun. Raise BackupError."""
    applied = MigrationLoader(connection).applied_migrations or {}
    if any((app, last) not in applied for app, last in manifest.migrations.items()):
        raise BackupError(f"the database is not that of the backup. {emptying()}")
    if _last_of_each(applied) != dict(manifest.migrations):
        return
    found = _rows(manifest.rows)
    if differing := [table for table, number in manifest.rows.items() if found[table] != number]:
        raise BackupError(
            f"the database is not that of the backup: {_some(differing)}. {emptying()}"
        )


def _last_of_each(applied: Mapping[tuple[str, str], object]) -> dict[str, str]:
    return dict(sorted(applied))


def _rows(tables: Mapping[str, int]) -> dict[str, int]:
    there = set(connection.introspection.table_names())
    found = {}
    with connection.cursor() as cursor:
        for table in tables:
            if table in there:
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            found[table] = cursor.fetchone()[0] if table in there else -1
    return found


def _prove(manifest: Manifest) -> None:
    wrong = list(chain(wrong_ratings(), wrong_games()))
    if wrong:
        raise BackupError(
            f"all is restored as it was on {manifest.made_at}, but the check failed: "
            f"{_some(wrong)}. `manage.py recompute_ratings LADDER` computes ratings again. To "
            "keep the restored data, run this again with --skip-proof."
        )


def _some(names: list[str]) -> str:
    more = f", and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    return f"{', '.join(names[:MOST_SHOWN])}{more}"
