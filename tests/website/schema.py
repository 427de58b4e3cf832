"""Contents of a database, to compare two: columns, constraints, indexes, sequences, rows."""

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import Any

import psycopg
from django.apps import apps

Rows = list[tuple[Any, ...]]

COLUMNS = """
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, l.collname
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
LEFT JOIN pg_collation l ON l.oid = a.attcollation
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  AND a.attnum > 0 AND NOT a.attisdropped
"""
CONSTRAINTS = """
SELECT conrelid::regclass::text, conname, contype, pg_get_constraintdef(oid), convalidated
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
"""
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
SEQUENCES = """
SELECT d.refobjid::regclass::text, a.attname, s.seqtypid::regtype::text, s.seqstart, s.seqincrement
FROM pg_sequence s JOIN pg_depend d ON d.objid = s.seqrelid AND d.deptype = 'i'
JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
"""


class Database:
    """An open database: an SQLite file, or a PostgreSQL URL."""

    def __init__(self, address: str) -> None:
        self.is_server = "://" in address
        self._connection: Any = (
            psycopg.connect(address) if self.is_server else sqlite3.connect(address)
        )

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def rows(self, query: str) -> Rows:
        with closing(self._connection.cursor()) as cursor:
            cursor.execute(query)
            return [tuple(row) for row in cursor.fetchall()]

    def tables(self) -> list[str]:
        catalogue = (
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            if self.is_server
            else "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        return sorted(name for (name,) in self.rows(catalogue))

    def schema(self) -> dict[str, Rows]:
        """Return columns in any order, constraints, indexes, sequences; leave out made-up names."""
        return self._schema_of_server() if self.is_server else self._schema_of_file()

    def content(self) -> dict[str, Rows]:
        """Return the rows of all tables, without ids and times."""
        types = "SELECT app_label, model FROM django_content_type"
        permissions = (
            "SELECT app_label, model, codename, name FROM auth_permission p "
            "JOIN django_content_type t ON t.id = p.content_type_id"
        )
        special = {
            "django_content_type": types,
            "auth_permission": permissions,
            "django_migrations": "SELECT app, name FROM django_migrations",
        }
        return {
            name: sorted(self.rows(special.get(name, f'SELECT * FROM "{name}"')))
            for name in self.tables()
        }

    def _schema_of_server(self) -> dict[str, Rows]:
        return {
            "columns": sorted(self.rows(COLUMNS), key=repr),
            "constraints": sorted(
                (table, declared(name), *rest) for table, name, *rest in self.rows(CONSTRAINTS)
            ),
            "indexes": sorted(
                (table, declared(name), text.replace(f" {name} ", " ").replace(f' "{name}" ', " "))
                for table, name, text in self.rows(INDEXES)
            ),
            "sequences": sorted(self.rows(SEQUENCES)),
        }

    def _schema_of_file(self) -> dict[str, Rows]:
        objects = self.rows("SELECT type, tbl_name, name, sql FROM sqlite_master WHERE sql <> ''")
        return {
            "parts of tables": sorted(
                (table, part)
                for kind, table, _, sql in objects
                if kind == "table"
                for part in parts(sql)
            ),
            "indexes": sorted(
                (kind, table, declared(name), plain(sql).replace(f" {name} ", " "))
                for kind, table, name, sql in objects
                if kind != "table"
            ),
        }


def declared(name: str) -> str:
    """Return the name if a model declares it: Django makes up others, from old names too."""
    options = [model._meta for model in apps.get_models()]
    named = [one.name for o in options for one in (*o.indexes, *o.constraints)]
    return name if name in named else ""


def parts(create_table: str) -> Iterable[str]:
    """Return the columns and constraints in a `CREATE TABLE`, in order."""
    body = plain(create_table[create_table.index("(") + 1 : create_table.rindex(")")])
    depth, start = 0, 0
    for at, sign in enumerate(body):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            yield body[start:at].strip()
            start = at + 1
    yield body[start:].strip()


def plain(sql: str) -> str:
    return re.sub(r"\s+", " ", sql.replace('"', ""))
