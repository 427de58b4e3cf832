"""Mark a database as being restored, by a table."""

from typing import NamedTuple

from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from website.backup.errors import BackupError

TABLE = "kingsbench_restore"
CREATE = f"CREATE TABLE {TABLE} (backup varchar(64) NOT NULL, made_at varchar(40) NOT NULL)"
# `migrate` makes no rows of these: one row means that the database is in use.
OURS = (
    "accounts.User",
    "arena.Bot",
    "arena.Ladder",
    "arena.Match",
    "arena.Tournament",
    "arena.League",
)


class Mark(NamedTuple):
    """The backup being restored."""

    backup: str
    made_at: str


def statements(mark: Mark) -> tuple[str, ...]:
    """Return SQL that sets the mark; neither value can hold a quote."""
    return (CREATE, f"INSERT INTO {TABLE} VALUES ('{mark.backup}', '{mark.made_at}')")  # noqa: S608


def unfinished_restore() -> Mark | None:
    """Return the mark of an unfinished restore."""
    if TABLE not in connection.introspection.table_names():
        return None
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT backup, made_at FROM {TABLE}")  # noqa: S608
        return Mark(*cursor.fetchone())


def require_no_restore() -> None:
    """Raise BackupError after an interrupted restore."""
    if mark := unfinished_restore():
        raise BackupError(
            f"the restore of a backup of {mark.made_at} was interrupted here. Run it again: "
            "manage.py restore FOLDER"
        )


def begin(mark: Mark) -> None:
    """Set the mark and drop our empty tables."""
    with transaction.atomic():
        remove_tables()
        with connection.cursor() as cursor:
            for statement in statements(mark):
                cursor.execute(statement)


def end() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {TABLE}")


def remove_tables() -> None:
    names = our_tables()
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        for name in names:
            ending = "" if connection.vendor == "sqlite" else " CASCADE"
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}{ending}")


def our_tables() -> list[str]:
    ours = {
        *connection.introspection.django_table_names(),
        MigrationRecorder.Migration._meta.db_table,
    }
    return [name for name in connection.introspection.table_names() if name in ours]


def rows_in_use() -> list[str]:
    """Return the kinds of objects present."""
    tables = set(connection.introspection.table_names())
    models = [apps.get_model(name) for name in OURS]
    there = [model for model in models if model._meta.db_table in tables]
    return [
        str(model._meta.verbose_name_plural)
        for model in there
        if model._default_manager.values("pk").order_by().exists()
    ]
