"""Errors of backups and restores."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import Error as SqliteError

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
WORDS_OF_FULL = ("no space left on device", "disk quota exceeded", "file too large", "disk is full")


class BackupError(Exception):
    """A failed backup or restore; the message says what to do."""


def is_full(error: BaseException | str) -> bool:
    if isinstance(error, OSError) and error.errno in FULL:
        return True
    return any(phrase in str(error).lower() for phrase in WORDS_OF_FULL)


@contextmanager
def as_backup_errors(place: Path) -> Iterator[None]:
    """Turn disk errors into BackupError."""
    try:
        yield
    except (OSError, SqliteError) as error:
        if is_full(error):
            raise BackupError(
                f"no room left on the disk of {place}: make room, or choose another disk."
            ) from error
        raise BackupError(f"{place}: {error}") from error
