"""A dataset's folder: whole parts, a list of them, and a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.matches.referee.dataset import SUFFIX
from kit.dataset import card, parquet
from kit.dataset.part import Counts, Part, Source
from kit.errors import BadInput, CommandFailed

LIST, CARD = "dataset.json", "README.md"
VERSION = 1
GOES_ON = "The same command goes on from there."


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

    def write(self, source: Source, said: Callable[[Written], None]) -> None:
        """Write the parts that are not there. Raises BadInput, CommandFailed."""
        with self._reporting():
            for part in source.parts():
                if not self._has(part):
                    said(self._write(part))
            self._save()

    def _has(self, part: Part) -> bool:
        """Return whether the part was written, and is there in its whole length."""
        known = self.listed.parts.get(part.name)
        if known is None or known.digest != part.digest:
            return False
        path = self.path / known.file
        return path.is_file() and path.stat().st_size == known.bytes

    def _write(self, part: Part) -> Written:
        lines = self.path / f".{part.name}{SUFFIX}"
        whole = self.path / f"{part.name}{self._suffix}"
        half = self.path / f".{whole.name}"
        try:
            counts = part.write(lines)
            if half != lines:
                parquet.convert(lines, half)
            half.replace(whole)
        finally:
            lines.unlink(missing_ok=True)
            half.unlink(missing_ok=True)
        written = Written(whole.name, part.digest, *counts, whole.stat().st_size)
        self.listed.parts[part.name] = written
        self._save()
        return written

    @property
    def _suffix(self) -> str:
        return SUFFIX if self.listed.format == "ndjson" else parquet.SUFFIX

    def _save(self) -> None:
        content = msgspec.json.format(msgspec.json.encode(self.listed))
        _replace(self.path / LIST, content)
        text = card.text(self.listed.format, self.listed.source, self.counts)
        _replace(self.path / CARD, text.encode())

    @property
    def counts(self) -> Counts:
        parts = self.listed.parts.values()
        return Counts(sum(part.matches for part in parts), sum(part.decisions for part in parts))

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt as stopped:
            raise CommandFailed(f"Stopped. {self._there}") from stopped
        except OSError as error:
            name = error.filename or self.path
            raise CommandFailed(f"{name}: {error.strerror or error}. {self._there}") from error

    @property
    def _there(self) -> str:
        return f"Whole files in {self.path}: {len(self.listed.parts)}. {GOES_ON}"


def opened(path: Path, form: str, name: str, settings: dict[str, object]) -> Folder:
    """Begin a dataset, or go on with the same. Raises BadInput."""
    if form == "parquet":
        parquet.require()
    asked = Listed(VERSION, form, name, settings, {})
    try:
        path.mkdir(parents=True, exist_ok=True)
        is_new = not list(path.iterdir())
    except OSError as error:
        raise BadInput(f"--out {path}: {error.strerror}") from error
    if is_new:
        return Folder(path, asked)
    known = _read(path)
    _check(path, known, asked)
    return Folder(path, known)


def _read(path: Path) -> Listed:
    try:
        return msgspec.json.decode((path / LIST).read_bytes(), type=Listed)
    except FileNotFoundError:
        raise BadInput(f"--out {path} has other files, and no dataset: name a new folder") from None
    except (OSError, msgspec.MsgspecError) as error:
        raise BadInput(f"{path / LIST} cannot be read ({error}): name a new folder") from error


def _check(path: Path, known: Listed, asked: Listed) -> None:
    for name in ("kingsbench_dataset", "format", "source", "settings"):
        there, here = getattr(known, name), getattr(asked, name)
        if there != here:
            raise BadInput(
                f"--out {path} has another dataset ({name} is {there} there and {here} now): "
                "name a new folder"
            )


def _replace(path: Path, content: bytes) -> None:
    half = path.with_name(f".{path.name}")
    half.write_bytes(content)
    half.replace(path)
