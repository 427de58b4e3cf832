from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.db import connection, models


def update_rows(rows: Sequence[models.Model], fields: Sequence[str]) -> None:
    """Store these fields of known rows, in one statement that is the same for any number."""
    if not rows:
        return
    meta = rows[0]._meta
    pk = cast("models.Field[Any, Any]", meta.pk)
    stored = [cast("models.Field[Any, Any]", meta.get_field(name)) for name in fields]
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows]
        for field in (*stored, pk)
    ]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_from_arrays(meta.db_table, stored, pk), values)
        else:
            cursor.executemany(_of_one(meta.db_table, stored, pk), [*zip(*values, strict=True)])


def _from_arrays(table: str, stored: Sequence[models.Field[Any, Any]], pk: Any) -> str:
    """Return SQL with the model's own names only."""
    arrays = ", ".join([f"%s::{field.rel_db_type(connection)}[]" for field in (*stored, pk)])
    names = [connection.ops.quote_name(field.column) for field in stored]
    key, name = connection.ops.quote_name(pk.column), connection.ops.quote_name(table)
    changes = ", ".join([f"{one} = given.{one}" for one in names])
    given = f"unnest({arrays}) AS given ({', '.join([*names, key])})"
    return f"UPDATE {name} SET {changes} FROM {given} WHERE {name}.{key} = given.{key}"  # noqa: S608


def _of_one(table: str, stored: Sequence[models.Field[Any, Any]], pk: Any) -> str:
    names = [connection.ops.quote_name(field.column) for field in stored]
    changes = ", ".join([f"{name} = %s" for name in names])
    key, name = connection.ops.quote_name(pk.column), connection.ops.quote_name(table)
    return f"UPDATE {name} SET {changes} WHERE {key} = %s"  # noqa: S608  # names of the model
