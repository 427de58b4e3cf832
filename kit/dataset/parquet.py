"""Parquet from lines of JSON, by DuckDB: in constant memory, with the JSON columns as JSON."""

from __future__ import annotations

from pathlib import Path

from kit.errors import BadInput, CommandFailed
from kit.terminal import one_line

SUFFIX = ".parquet"
ROWS = 20_000  # in a group
MEMORY = "512MB"  # beyond it, DuckDB writes to the disk
THREADS = 1  # each keeps row groups in memory; two took twice the memory and more CPU
TYPES = {
    "match": "VARCHAR",
    "game": "VARCHAR",
    "game_number": "UTINYINT",
    "config": "JSON",
    "rules": "VARCHAR",
    "seats": "UTINYINT",
    "seat": "UTINYINT",
    "bot": "VARCHAR",
    "version": "VARCHAR",
    "number": "USMALLINT",
    "decision": "JSON",
    "view": "JSON",
    "picks": "USMALLINT[]",
    "clock": "DOUBLE",
    "points": "SMALLINT",
    "rank": "UTINYINT",
}


def require() -> None:
    """Raises BadInput."""
    try:
        import duckdb  # noqa: F401, PLC0415  an extra
    except ModuleNotFoundError as error:
        raise BadInput(
            "Parquet needs: pip install kingsbench[data]. --format ndjson needs nothing."
        ) from error


def convert(lines: Path, path: Path) -> None:
    """Raises CommandFailed."""
    import duckdb  # noqa: PLC0415  an extra

    asked = f"SELECT * FROM read_ndjson(?, columns={TYPES!r}, compression='gzip')"  # noqa: S608  types alone
    kind = f"FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROWS}"
    try:
        with duckdb.connect(
            config={
                "memory_limit": MEMORY,
                "threads": THREADS,
                "temp_directory": str(path.parent),
            }
        ) as database:
            database.execute(f"COPY ({asked}) TO '{_quote(path)}' ({kind})", [str(lines)])
    except duckdb.Error as error:
        raise CommandFailed(f"{path} cannot be written: {one_line(error)}") from error


def _quote(path: Path) -> str:
    return str(path).replace("'", "''")
