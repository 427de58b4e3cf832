"""Slots: a number for each running jail and, as root, a uid.

Each is a locked file, so a killed worker's slots are free at once.
"""

import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.errors import HostFailure

# 60706 to 61183 is free in Debian's and systemd's uid tables and below 65536, so it also exists
# in containers with the usual map of 65,536 uids.
FIRST_UID: Final = 60706
COUNT: Final = 400


@dataclass(slots=True)
class Slot:
    number: int
    lock: int

    @property
    def uid(self) -> int:
        """The user id of this slot's jail alone."""
        return FIRST_UID + self.number

    @property
    def name(self) -> str:
        """The cgroup's name, unique to this lock file."""
        file = os.fstat(self.lock)
        return f"kingsbench-{self.number}-{file.st_dev:x}-{file.st_ino:x}"

    def release(self) -> None:
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def claim(folder: Path) -> Slot:
    """Claim a free slot. Raises HostFailure."""
    start = os.getpid() * 16 % COUNT  # where other processes do not start, to avoid collisions
    for step in range(COUNT):
        if slot := _take(folder, (start + step) % COUNT):
            return slot
    raise HostFailure(f"all {COUNT} jail slots are taken; are old workers still running?")


def reclaim(folder: Path) -> Iterator[Slot]:
    """Free slots used before, claimed while yielded."""
    for number in range(COUNT):
        if (folder / f"{number}.lock").exists() and (slot := _take(folder, number)):
            try:
                yield slot
            finally:
                slot.release()


def _take(folder: Path, number: int) -> Slot | None:
    path = folder / f"{number}.lock"
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as problem:
        raise HostFailure(f"the lock {path} cannot be opened: {problem.strerror}") from problem
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return Slot(number, lock)
