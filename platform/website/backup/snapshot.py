"""A database at one moment, read beside its dump."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.migrations.recorder import MigrationRecorder

from arena.models import Version

Rows = Iterator[tuple[Any, ...]]


class Upload(NamedTuple):
    version: int
    name: str
    sha256: str
    size: int


@dataclass(frozen=True)
class Snapshot:
    """`select` streams rows."""

    select: Callable[[str], Rows]
    tables: Iterable[str]
    server: str

    def uploads(self) -> Iterator[Upload]:
        """Yield all uploads, except erased ones."""
        found = self.select(
            f"SELECT id, source, sha256, size FROM {Version._meta.db_table} "  # noqa: S608
            "WHERE source <> '' ORDER BY id"
        )
        return (Upload(*row) for row in found)

    def rows(self) -> Mapping[str, int]:
        return {
            table: next(self.select(f'SELECT count(*) FROM "{table}"'))[0]  # noqa: S608
            for table in sorted(self.tables)
        }

    def migrations(self) -> Mapping[str, str]:
        """Return the last migration by app."""
        table = MigrationRecorder.Migration._meta.db_table
        return dict(self.select(f"SELECT app, name FROM {table} ORDER BY app, name"))  # noqa: S608
