"""Lock the state folder."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = "up.lock"


class InUse(RuntimeError):
    """Another `up` holds the folder."""


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the folder's lock. Raise InUse."""
    path = folder / LOCK
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = lock.read().strip() or "unknown"
            raise InUse(f"`up` is running on {folder} (process {holder})") from error
        lock.truncate()
        lock.write(str(os.getpid()))
        lock.flush()
        yield
