"""This machine as a place of work: what it is called, and how many matches it plays at once."""

import fcntl
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path


@cache
def host() -> str:
    """This machine, or container: processes of one host see each other's process ids."""
    try:
        namespace = Path("/proc/self/ns/pid").readlink().name.strip("pid:[]")
    except OSError:
        namespace = "0"
    return f"{socket.gethostname()[:80]}.{namespace}"


def claim_name() -> str:
    """A name for one claim of a match: host, process, and a number used once."""
    return f"{host()}/{os.getpid()}/{secrets.token_hex(8)}"


def host_of(claim: str) -> str:
    """The machine, or container, on which the claim was made."""
    return claim.partition("/")[0]


def is_gone(claim: str) -> bool:
    """Was the claim made by a process of this host that has ended? False where we cannot know."""
    process = claim.removeprefix(f"{host()}/").partition("/")[0]
    if host_of(claim) != host() or not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


@contextmanager
def slot(folder: Path, count: int) -> Iterator[bool]:
    """Hold one of this host's `count` places; False where all are taken.

    A place is a lock on a file: the kernel frees it however its holder ends.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for number in range(count):
        with (folder / f"slot-{number}").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield True
            return
    yield False
