"""Rows: one locked, many stored at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)


class LockingQuerySet(models.QuerySet[Row]):
    def locked(self, pk: int) -> Row:
        """Lock a row, but not its key: new rows may refer to it.

        On SQLite the transaction, begun as a writer, is the lock.
        """
        # A joined row would be as it was before the wait for the lock.
        rows = self.select_related(None)
        return rows.select_for_update(no_key=True, of=("self",)).get(pk=pk)


def update_rows(rows: Sequence[models.Model], fields: Sequence[str]) -> None:
    """Store these fields of known rows in one statement."""
    if not rows:
        return
    meta = rows[0]._meta
    stored = [cast("models.Field[Any, Any]", meta.get_field(name)) for name in (*fields, "id")]
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows]
        for field in stored
    ]
    table = _quote(meta.db_table)
    *names, key = [_quote(field.column) for field in stored]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            arrays = ", ".join([f"%s::{field.rel_db_type(connection)}[]" for field in stored])
            given = f"unnest({arrays}) AS given ({', '.join([*names, key])})"
            changes = ", ".join([f"{name} = given.{name}" for name in names])
            query = f"UPDATE {table} SET {changes} FROM {given} WHERE {table}.{key} = given.{key}"  # noqa: S608  # its names
            cursor.execute(query, values)
        else:
            changes = ", ".join([f"{name} = %s" for name in names])
            query = f"UPDATE {table} SET {changes} WHERE {key} = %s"  # noqa: S608  # the model's names
            cursor.executemany(query, [*zip(*values, strict=True)])


def _quote(name: str | None) -> str:
    return str(connection.ops.quote_name(name or ""))
