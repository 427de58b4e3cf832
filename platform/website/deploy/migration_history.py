"""The version that made a database or backup, by the migrations that it names."""

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

OWN = ("accounts", "arena", "notices")
FIRST = "0.2.0"  # the version whose migrations are the first of today's
BEFORE = "0001_initial"  # named by older databases alone


class OtherVersion(RuntimeError):
    """Another version's data; the message says what to do."""


def require_known_database(connection: BaseDatabaseWrapper) -> None:
    """Raise OtherVersion for a database that names migrations of ours that are not here."""
    applied = MigrationRecorder(connection).applied_migrations()
    if unknown := unknown_migrations(applied):
        is_old = ("arena", BEFORE) in applied
        raise OtherVersion(f"this database {reason(unknown, is_old=is_old)}")


def unknown_migrations(applied: Iterable[tuple[str, str]]) -> list[str]:
    """Return applied migrations of ours that have no file."""
    known = MigrationLoader(None).disk_migrations or {}
    return [
        f"{app} {name}" for app, name in sorted(applied) if app in OWN and (app, name) not in known
    ]


def reason(unknown: list[str], *, is_old: bool) -> str:
    """Return why it cannot be used, and what to do instead."""
    if is_old:
        return (
            f"is of Kingsbench before {FIRST}, which this version cannot bring up to date: use "
            "the version that made it, or start with an empty database and an empty folder."
        )
    return (
        f"is of a newer Kingsbench, with unknown migrations: {', '.join(unknown)}. Upgrade "
        "Kingsbench first."
    )
