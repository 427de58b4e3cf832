"""A dataset's folder: whole parts, a list of them, and a card that says how to read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from arena.matches.referee.dataset import COLUMNS, SUFFIX
from kit.errors import BadInput, CommandFailed
from kit.terminal import one_line

LIST, CARD = "dataset.json", "README.md"
VERSION = 1
GOES_ON = "The same command goes on from there."


# --- where it comes from ------------------------------------------------------------------------
class Counts(NamedTuple):
    matches: int
    decisions: int


class Part(Protocol):
    """What becomes a file of the dataset: parts of equal digests have the same content."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def write(self, path: Path) -> Counts:
        """Write it as gzipped lines of JSON. Raises BadInput, OSError."""
        ...


class Source(Protocol):
    """Where a dataset comes from: parts that do not change once they are whole."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return the settings that all parts of a dataset share."""
        ...

    def parts(self) -> Iterator[Part]:
        """Raises BadInput."""
        ...


# --- the folder ---------------------------------------------------------------------------------
class Written(msgspec.Struct):
    """A whole part."""

    file: str
    digest: str
    matches: int
    decisions: int
    bytes: int


class Listed(msgspec.Struct):
    """`dataset.json`."""

    kingsbench_dataset: int
    format: str
    source: str
    settings: dict[str, object]
    parts: dict[str, Written]


@dataclass
class Folder:
    path: Path
    listed: Listed

    def write(self, source: Source, report: Callable[[Written], None]) -> None:
        """Write the parts that are not there, and report each. Raises BadInput, CommandFailed."""
        try:
            for part in source.parts():
                if not self._has(part):
                    report(self._write(part))
            self._save()
        except KeyboardInterrupt as stopped:
            raise CommandFailed(f"Stopped. {self._there}") from stopped
        except OSError as error:
            name = error.filename or self.path
            raise CommandFailed(f"{name}: {error.strerror or error}. {self._there}") from error

    def _has(self, part: Part) -> bool:
        """Return whether the part was written, and is there in its whole length."""
        known = self.listed.parts.get(part.name)
        if known is None or known.digest != part.digest:
            return False
        path = self.path / known.file
        return path.is_file() and path.stat().st_size == known.bytes

    def _write(self, part: Part) -> Written:
        lines = self.path / f".{part.name}{SUFFIX}"
        suffix = SUFFIX if self.listed.format == "ndjson" else PARQUET_SUFFIX
        whole = self.path / f"{part.name}{suffix}"
        half = self.path / f".{whole.name}"
        try:
            counts = part.write(lines)
            if half != lines:
                _convert_to_parquet(lines, half)
            half.replace(whole)
        finally:
            lines.unlink(missing_ok=True)
            half.unlink(missing_ok=True)
        written = Written(whole.name, part.digest, *counts, whole.stat().st_size)
        self.listed.parts[part.name] = written
        self._save()
        return written

    def _save(self) -> None:
        content = msgspec.json.format(msgspec.json.encode(self.listed))
        _replace(self.path / LIST, content)
        matches, decisions = self.counts
        card = CARD_TEXT.format(
            source=self.listed.source,
            matches=f"{matches:,}",
            decisions=f"{decisions:,}",
            example=EXAMPLES[self.listed.format],
            columns="\n".join(f"| `{name}` | {about} |" for name, about in COLUMNS.items()),
        )
        _replace(self.path / CARD, card.encode())

    @property
    def counts(self) -> Counts:
        parts = self.listed.parts.values()
        return Counts(sum(part.matches for part in parts), sum(part.decisions for part in parts))

    @property
    def _there(self) -> str:
        return f"Whole files in {self.path}: {len(self.listed.parts)}. {GOES_ON}"


def open_folder(path: Path, form: str, name: str, settings: dict[str, object]) -> Folder:
    """Begin a dataset, or go on with the same. Raises BadInput."""
    if form == "parquet":
        try:
            import duckdb  # noqa: F401, PLC0415  an extra
        except ModuleNotFoundError as error:
            raise BadInput(
                "Parquet needs: pip install kingsbench[data]. --format ndjson needs nothing."
            ) from error
    asked = Listed(VERSION, form, name, settings, {})
    try:
        path.mkdir(parents=True, exist_ok=True)
        is_new = not list(path.iterdir())
    except OSError as error:
        raise BadInput(f"--out {path}: {error.strerror}") from error
    if is_new:
        return Folder(path, asked)
    try:
        known = msgspec.json.decode((path / LIST).read_bytes(), type=Listed)
    except FileNotFoundError:
        raise BadInput(f"--out {path} has other files, and no dataset: name a new folder") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise BadInput(f"{path / LIST} cannot be read ({error}): name a new folder") from error
    for name in ("kingsbench_dataset", "format", "source", "settings"):
        there, here = getattr(known, name), getattr(asked, name)
        if there != here:
            raise BadInput(
                f"--out {path} has another dataset ({name} is {there} there and {here} now): "
                "name a new folder"
            )
    return Folder(path, known)


def _replace(path: Path, content: bytes) -> None:
    half = path.with_name(f".{path.name}")
    half.write_bytes(content)
    half.replace(path)


# --- the card -----------------------------------------------------------------------------------
CARD_TEXT = """# Decisions of games

From {source}. Matches: {matches}, decisions: {decisions}.
Each row is a decision: what was asked, what the seat saw, what it picked, and how the game ended
for it.

```python
{example}
```

| column | |
|---|---|
{columns}

- A row has only what its seat knew: hidden cards are not in `view`.
- A seat that lost its bot goes on with default answers: its `clock` is null.
- The games of a match are of one deal, with the bots in other seats: keep them together when you
  split the data.
- The handbook describes `decision` and `view` under "Protocol".
- `dataset.json` lists the files. When the dataset grows, whole files stay as they are.

Made by Kingsbench, from games of bots. There is no source code in it, and of people nothing but
the names that they gave their bots.
"""
NDJSON = """import glob, gzip, json

for path in sorted(glob.glob("*.ndjson.gz")):
    for line in gzip.open(path):
        row = json.loads(line)"""
PARQUET = """import duckdb

print(duckdb.sql("SELECT bot, avg(rank), avg(clock) FROM '*.parquet' GROUP BY bot"))"""
EXAMPLES = {"ndjson": NDJSON, "parquet": PARQUET}


# --- Parquet ------------------------------------------------------------------------------------
PARQUET_SUFFIX = ".parquet"
ROWS = 20_000  # in a group of rows
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


def _convert_to_parquet(lines: Path, path: Path) -> None:
    """Convert lines of JSON by DuckDB, in constant memory; columns of JSON stay JSON.

    Raises CommandFailed.
    """
    import duckdb  # noqa: PLC0415  an extra

    asked = f"SELECT * FROM read_ndjson(?, columns={TYPES!r}, compression='gzip')"  # noqa: S608  types alone
    quoted = str(path).replace("'", "''")
    kind = f"FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROWS}"
    try:
        with duckdb.connect(
            config={
                "memory_limit": MEMORY,
                "threads": THREADS,
                "temp_directory": str(path.parent),
            }
        ) as database:
            database.execute(f"COPY ({asked}) TO '{quoted}' ({kind})", [str(lines)])
    except duckdb.Error as error:
        raise CommandFailed(f"{path} cannot be written: {one_line(error)}") from error
