"""Files of a backup: private from their first byte, on the disk before they count, hashed."""

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple, Protocol

CHUNK = 1024 * 1024
DRAFT = ".draft-"  # begins the names of files that are being written


class Source(Protocol):
    """What bytes are read from."""

    def read(self, size: int = ..., /) -> bytes:
        """Return the next bytes, at most so many; none at the end."""


class Digest(NamedTuple):
    """What a file holds: its SHA-256 and its size in bytes."""

    sha256: str
    size: int


def copy(source: Source, write: Callable[[bytes], object]) -> Digest:
    """Pass all of `source` on in chunks; returns what it was."""
    found, size = hashlib.sha256(), 0
    while chunk := source.read(CHUNK):
        write(chunk)
        found.update(chunk)
        size += len(chunk)
    return Digest(found.hexdigest(), size)


def digest_of(path: Path) -> Digest:
    """What this file holds."""
    with path.open("rb") as file:
        return copy(file, len)


def private_folder(path: Path) -> None:
    """Make the folder and those above it that are missing, for our eyes only (0700)."""
    if not path.is_dir():
        private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def drafted(path: Path, folder: Path | None = None) -> Iterator[IO[bytes]]:
    """Write a private file (0600) that has its name only once all of it is on the disk.

    The draft lies in `folder`, or else beside it; it goes where writing fails.
    """
    private_folder(path.parent)
    draft = (folder or path.parent) / f"{DRAFT}{secrets.token_hex(8)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def flush_file(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def files_below(folder: Path) -> Iterator[Path]:
    """Every file in the folder, however deep."""
    for place, _folders, names in os.walk(folder):
        yield from (Path(place) / name for name in names)
