from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.db import connection, models


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
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_from_arrays(_quote(meta.db_table), stored), values)
        else:
            cursor.executemany(_of_one(_quote(meta.db_table), stored), [*zip(*values, strict=True)])


def _from_arrays(table: str, stored: Sequence[models.Field[Any, Any]]) -> str:
    """Return SQL with the model's names; the last is the key."""
    arrays = ", ".join([f"%s::{field.rel_db_type(connection)}[]" for field in stored])
    *names, key = [_quote(field.column) for field in stored]
    changes = ", ".join([f"{name} = given.{name}" for name in names])
    given = f"unnest({arrays}) AS given ({', '.join([*names, key])})"
    return f"UPDATE {table} SET {changes} FROM {given} WHERE {table}.{key} = given.{key}"  # noqa: S608  # its names


def _of_one(table: str, stored: Sequence[models.Field[Any, Any]]) -> str:
    *names, key = [_quote(field.column) for field in stored]
    changes = ", ".join([f"{name} = %s" for name in names])
    return f"UPDATE {table} SET {changes} WHERE {key} = %s"  # noqa: S608  # the model's names


def _quote(name: str | None) -> str:
    return str(connection.ops.quote_name(name or ""))
