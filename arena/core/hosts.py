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
    """Return this host's name, unique to its process ids."""
    try:
        namespace = Path("/proc/self/ns/pid").readlink().name.strip("pid:[]")
    except OSError:
        namespace = "0"
    return f"{socket.gethostname()[:80]}.{namespace}"


def claim_name() -> str:
    """Return a unique claim: host, process, nonce."""
    return f"{host()}/{os.getpid()}/{secrets.token_hex(8)}"


def host_of(claim: str) -> str:
    return claim.partition("/")[0]


def is_gone(claim: str) -> bool:
    """Return whether the claim's process on this host ended; False if unknown."""
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
    """Hold one of this host's `count` slots by a file lock; yields whether it does."""
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
