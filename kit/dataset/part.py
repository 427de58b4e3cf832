"""The source of a dataset: parts that do not change once they are whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol


class Counts(NamedTuple):
    matches: int
    decisions: int


class Part(Protocol):
    """Equal digest, equal content."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def write(self, path: Path) -> Counts:
        """Write it as gzipped lines of JSON. Raises BadInput, OSError."""
        ...


class Source(Protocol):
    @property
    def settings(self) -> Mapping[str, Any]:
        """Return the settings that all parts of a dataset share."""
        ...

    def parts(self) -> Iterator[Part]:
        """Raises BadInput."""
        ...
