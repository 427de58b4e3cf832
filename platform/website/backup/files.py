"""Private, synced, hashed files."""

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple, Protocol

CHUNK = 1024 * 1024
DRAFT = ".draft-"  # prefix of unfinished files


class Source(Protocol):
    def read(self, size: int = ..., /) -> bytes:
        """Return at most `size` bytes; none at the end."""


class Digest(NamedTuple):
    sha256: str
    size: int


def copy(source: Source, write: Callable[[bytes], object]) -> Digest:
    """Copy `source` in chunks; return its digest."""
    found, size = hashlib.sha256(), 0
    while chunk := source.read(CHUNK):
        write(chunk)
        found.update(chunk)
        size += len(chunk)
    return Digest(found.hexdigest(), size)


def digest_of(path: Path) -> Digest:
    with path.open("rb") as file:
        return copy(file, len)


def private_folder(path: Path) -> None:
    """Make the folder and its parents, mode 0700."""
    if not path.is_dir():
        private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def atomic_file(path: Path, folder: Path | None = None) -> Iterator[IO[bytes]]:
    """Write a private file (0600), named only once synced.

    The draft is in `folder`, by default beside it.
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
    """Sync a file or folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def files_below(folder: Path) -> Iterator[Path]:
    for place, _folders, names in os.walk(folder):
        yield from (Path(place) / name for name in names)
