"""Counters shared by the processes of a web server."""

import atexit
import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

MEMORY = "/dev/shm"  # noqa: S108
FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # read by prometheus_client at import
PREFIX = "kingsbench-metrics-"
OWNER = "owner.lock"  # locked while one of the folder's processes lives
DAY = 86_400.0


def count_together() -> None:
    """Share one folder of counters among this process and its forks, until it ends.

    Call before Django is set up. A folder set in the environment is left alone.
    """
    if FOLDER in os.environ:
        return
    # In memory: writing a mapped file on a full disk kills the process (SIGBUS).
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    folder, owner = tempfile.mkdtemp(prefix=PREFIX, dir=memory), os.getpid()
    os.environ[FOLDER] = folder
    descriptor = os.open(Path(folder) / OWNER, os.O_RDWR | os.O_CREAT, 0o600)  # never closed
    fcntl.flock(descriptor, fcntl.LOCK_EX)

    def remove() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)


def remove_abandoned() -> tuple[int, int]:
    """Remove folders of killed web servers; return their number and bytes."""
    folders = list(_abandoned_folders())
    size = _size(folders)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return len(folders), size


def size_of_abandoned() -> tuple[int, int]:
    """Return the number and bytes of abandoned folders."""
    folders = list(_abandoned_folders())
    return len(folders), _size(folders)


def _size(folders: Iterable[Path]) -> int:
    return sum(path.stat().st_size for folder in folders for path in folder.iterdir())


def _abandoned_folders() -> Iterator[Path]:
    places = sorted({MEMORY, tempfile.gettempdir()})
    for folder in (path for place in places for path in Path(place).glob(f"{PREFIX}*")):
        try:
            status = folder.lstat()
            is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
            if is_ours and _is_abandoned(folder, status.st_mtime):
                yield folder
        except FileNotFoundError:  # removed meanwhile
            continue


def _is_abandoned(folder: Path, changed_at: float) -> bool:
    """Return whether the lock is free; without a lock file, whether it is a day old."""
    try:
        descriptor = os.open(folder / OWNER, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        return time.time() - changed_at > DAY
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True
