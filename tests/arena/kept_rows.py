"""Rows that several tests begin with: made once in a process, copied for the next test."""

from collections.abc import Callable, Hashable
from typing import Any

from django.db import connection, transaction

Rows = dict[str, list[tuple[Any, ...]]]  # by table
SEQUENCES = "sqlite_sequence"
_kept: dict[Hashable, tuple[Rows, Any]] = {}


def once(name: Hashable, make: Callable[[], Any]) -> Any:
    """Make these rows, or copy those made before under this name from the same beginning; return
    what `make` returned.

    A beginning is told by the last key of each table, so the copies have the keys that `make`
    would give them.
    """
    beginning = (name, tuple(sorted(_lines(SEQUENCES))))
    if beginning in _kept:
        _restore(_kept[beginning][0])
    else:
        made = make()
        tables = [*connection.introspection.table_names(), SEQUENCES]
        _kept[beginning] = {table: _lines(table) for table in tables}, made
    return _kept[beginning][1]


def _lines(table: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f'PRAGMA table_info("{table}")')
        columns = ", ".join(f'+"{column[1]}"' for column in cursor.fetchall())  # + is no conversion
        cursor.execute(f'SELECT {columns} FROM "{table}"')
        return list(cursor.fetchall())


def _restore(rows: Rows) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, lines in rows.items():
            cursor.execute(f'DELETE FROM "{table}"')
            if lines:
                places = ", ".join(["%s"] * len(lines[0]))
                cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', lines)
