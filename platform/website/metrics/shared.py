"""What several processes of one web server count together."""

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
FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where prometheus_client looks, when it is first imported
PREFIX = "kingsbench-metrics-"
OWNER = "owner.lock"  # held by the processes that count in the folder, as long as one of them lives
DAY = 86_400.0


def count_together() -> None:
    """Let this process and those that it forks count in one folder, which goes when it ends.

    To be called before Django is set up. A folder that the environment names is left alone.
    """
    if FOLDER in os.environ:
        return
    # In memory: a write to a mapped file on a full disk is a SIGBUS, which ends the process.
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    folder, owner = tempfile.mkdtemp(prefix=PREFIX, dir=memory), os.getpid()
    os.environ[FOLDER] = folder
    descriptor = os.open(Path(folder) / OWNER, os.O_RDWR | os.O_CREAT, 0o600)  # for good
    fcntl.flock(descriptor, fcntl.LOCK_EX)

    def remove() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)


def remove_abandoned() -> tuple[int, int]:
    """Remove the folders of web servers that were killed; how many, and their bytes."""
    folders = list(_abandoned())
    size = _size(folders)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return len(folders), size


def size_of_abandoned() -> tuple[int, int]:
    """Return how many there are, and their bytes."""
    folders = list(_abandoned())
    return len(folders), _size(folders)


def _size(folders: Iterable[Path]) -> int:
    return sum(path.stat().st_size for one in folders for path in one.iterdir())


def _abandoned() -> Iterator[Path]:
    places = sorted({MEMORY, tempfile.gettempdir()})
    for folder in (one for place in places for one in Path(place).glob(f"{PREFIX}*")):
        try:
            status = folder.lstat()
            is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
            if is_ours and _is_abandoned(folder, status.st_mtime):
                yield folder
        except FileNotFoundError:  # its web server has just ended
            continue


def _is_abandoned(folder: Path, changed_at: float) -> bool:
    """Whether nobody holds its lock. One without a lock is being made, or of an older version."""
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
