"""Slots: each running jail has a number of its own, and as root a uid of its own.

A slot is a locked file, so that any number of workers, test processes and commands share a machine
without a collision, and a killed worker's slots are free at once.
"""

import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.errors import HostFailure

# 60706 to 61183 is free in Debian's and systemd's tables of uids, and below 65536, so that it
# exists in containers with the usual map of 65,536 uids as well.
FIRST_UID: Final = 60706
COUNT: Final = 400


@dataclass(slots=True)
class Slot:
    """A claimed slot, and the locked file that says so."""

    number: int
    lock: int

    @property
    def uid(self) -> int:
        """The uid that only this slot's jail runs as."""
        return FIRST_UID + self.number

    @property
    def name(self) -> str:
        """The name of the slot's cgroup: of this very lock, should others count slots elsewhere."""
        found = os.fstat(self.lock)
        return f"kingsbench-{self.number}-{found.st_dev:x}-{found.st_ino:x}"

    def release(self) -> None:
        """Give the slot back; more than once does no harm."""
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def claim(folder: Path) -> Slot:
    """Claim a free slot among the lock files in `folder`.

    Raises HostFailure where all are taken, or the files are another user's.
    """
    for number in _numbers():
        if slot := _take(folder, number):
            return slot
    raise HostFailure(f"all {COUNT} jail slots are taken; are old workers still running?")


def unused(folder: Path) -> Iterator[Slot]:
    """Every slot that was used before and is free, one after the other, each claimed meanwhile."""
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


def _numbers() -> Iterator[int]:
    """Every slot once, starting where other processes do not, so that tries rarely collide."""
    start = os.getpid() * 16 % COUNT
    for step in range(COUNT):
        yield (start + step) % COUNT
