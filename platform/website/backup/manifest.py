"""`manifest.json`, written last: a backup without it is incomplete."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any, Self

from website.backup.errors import BackupError
from website.backup.files import Digest, atomic_file, flush_file

NAME = "manifest.json"
FORMAT = 1
UPLOADS = "uploads"  # folder within a backup


@dataclass(frozen=True)
class Manifest:
    """`listed` uploads stayed in their bucket, `missing` were lost before.

    `rows`: counts by table; `migrations`: the last by app.
    """

    made_at: str
    kingsbench: str
    database: str
    database_version: str
    migrations: Mapping[str, str]
    rows: Mapping[str, int]
    files: dict[str, Digest] = field(default_factory=dict)
    listed: dict[str, Digest] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    format: int = FORMAT

    def write(self, folder: Path) -> None:
        """Write it after syncing all files."""
        for path in {(folder / name).parent for name in self.files} | {folder}:
            flush_file(path)
        named = asdict(self) | {name: _digests(getattr(self, name)) for name in ("files", "listed")}
        with atomic_file(folder / NAME) as file:
            for part in json.JSONEncoder(indent=1).iterencode(named):
                file.write(part.encode())
        flush_file(folder)

    @classmethod
    def read(cls, folder: Path) -> tuple[Self, str]:
        """Return the manifest and the backup's name, its SHA-256. Raise BackupError."""
        path = folder / NAME
        if not path.is_file():
            raise BackupError(
                f"{folder} is not a complete backup: {NAME} is missing. An interrupted backup has "
                "none; use another one."
            )
        text = path.read_bytes()
        try:
            return cls._of(json.loads(text)), hashlib.sha256(text).hexdigest()
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BackupError(f"{path} cannot be read: {error!r}. Use another backup.") from error

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Self:
        if data["format"] != FORMAT:
            raise ValueError(f"its format is {data['format']}, and only {FORMAT} is known here")
        moment = datetime.fromisoformat(data["made_at"])
        data["made_at"] = moment.isoformat(timespec="seconds")
        data["missing"] = tuple(data["missing"])
        for name in ("files", "listed"):
            data[name] = {_safe(path): Digest(**digest) for path, digest in data[name].items()}
        return cls(**data)

    @property
    def uploads(self) -> Iterator[tuple[str, Digest]]:
        """Yield (storage name, digest)."""
        for path, digest in self.files.items():
            if path.startswith(f"{UPLOADS}/"):
                yield path.removeprefix(f"{UPLOADS}/"), digest


def _digests(files: Mapping[str, Digest]) -> dict[str, dict[str, Any]]:
    return {name: digest._asdict() for name, digest in files.items()}


def _safe(path: str) -> str:
    """Raise ValueError if the path leaves its folder."""
    parts = PurePosixPath(path).parts
    if not parts or PurePosixPath(path).is_absolute() or ".." in parts:
        raise ValueError(f"{path!r} leads out of the backup")
    return path
