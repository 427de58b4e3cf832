"""A database at one moment, read beside its dump."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.migrations.recorder import MigrationRecorder

from arena.models import Pack, Version

Rows = Iterator[tuple[Any, ...]]


class Upload(NamedTuple):
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
        """Yield all uploads, except erased ones, and the archive's objects."""
        found = self.select(
            f"SELECT source, sha256, size FROM {Version._meta.db_table} "  # noqa: S608
            f"WHERE source <> '' UNION ALL SELECT name, sha256, size FROM {Pack._meta.db_table}"
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
