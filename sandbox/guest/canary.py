"""Probes of the jail from inside: each one tries what must not work, and says so if it did."""

import ctypes
import os
import resource
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from . import zygote
from .loop import confine
from .wire import ANSWERS, REQUESTS

TREE = {"bot", "dev", "kingsbench", "lib", "lib64", "usr"}
ENVIRONMENT = {"PYTHONHASHSEED", "PYTHONPATH", "PWD", "LC_CTYPE"}


def main() -> None:
    """Answer with one line for every probe that found a hole; nothing means that all held."""
    landlock = confine(sys.argv[1:7])
    with os.fdopen(REQUESTS, "rb", closefd=False) as given:
        if (
            given.read() == b"die"
        ):  # the calls that are answered by death cannot be tried with others
            ctypes.CDLL(None).ptrace(0, 0, None, None)
    holes = [name for name, probe in PROBES.items() if worked(probe)]
    holes += [f"no {name}" for name, holds in facts(landlock).items() if not holds]
    with os.fdopen(ANSWERS, "wb") as answer:
        answer.write("".join(f"{name}\n" for name in holes).encode() + b"end\n")


def worked(probe: Callable[[], object]) -> bool:
    """Did the probe get through? Every refusal is an OSError or a ValueError."""
    try:
        probe()
    except (OSError, ValueError):
        return False
    return True


def fork() -> None:
    """A child process. It must not be."""
    if os.fork() == 0:
        os._exit(0)


def fork_as_the_zygote() -> None:
    """A child in namespaces of its own: the one fork that a filter knows."""
    if zygote.clone()[0] == 0:
        os._exit(0)


def socket(family: int, kind: int) -> None:
    """A socket, by the bare call: the socket module is not needed for it."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.socket(family, kind, 0) < 0:
        raise OSError(ctypes.get_errno(), "socket")


def write(path: str) -> None:
    """A new file, or one opened to be changed."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


PROBES: dict[str, Callable[[], object]] = {
    "fork": fork,
    "fork as the zygote does": fork_as_the_zygote,
    "exec": lambda: os.execv("/usr/bin/python3.11", ["python3.11"]),  # noqa: S606  # a probe
    "memfd": lambda: os.memfd_create("canary"),
    "tcp socket": lambda: socket(2, 1),
    "udp socket": lambda: socket(2, 2),
    "unix socket": lambda: socket(1, 1),
    "netlink socket": lambda: socket(16, 3),
    "vsock socket": lambda: socket(40, 1),
    "read /proc": lambda: list(Path("/proc").iterdir()),
    "read /etc": lambda: list(Path("/etc").iterdir()),
    "read /home": lambda: list(Path("/home").iterdir()),
    "read /sys": lambda: list(Path("/sys").iterdir()),
    "write /": lambda: write("/canary"),
    "write /bot": lambda: write("/bot/canary"),
    "write /dev": lambda: write("/dev/canary"),
    "write /dev/shm": lambda: write("/dev/shm/canary"),  # noqa: S108  # a probe
    "write /tmp": lambda: write("/tmp/canary"),  # noqa: S108  # a probe
    "write the guest": lambda: write("/kingsbench/sandbox/guest/loop.py"),
    "write the interpreter": lambda: write("/usr/bin/python3.11"),
    "make a folder": lambda: Path("/canary").mkdir(),
    "make a link": lambda: Path("/canary").symlink_to("/"),
    "remove a file": lambda: Path("/kingsbench/filter.bpf").unlink(),
    "change a mode": lambda: Path("/bot").chmod(0o700),
    "change the host's name": lambda: Path("/proc/sys/kernel/hostname").write_text("canary"),
    "become root": lambda: os.setuid(0),
    "raise a limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)),
    "raise the priority": lambda: os.nice(-5),
    "see other processes": lambda: os.kill(2, 0),
}


def facts(landlock: int) -> dict[str, bool]:
    """What must be so, by name."""
    return {
        "small tree": {path.name for path in Path("/").iterdir()} == TREE,
        "closed descriptors": [end for end in range(64) if is_open(end)] == list(range(5)),
        "clean environment": set(os.environ) <= ENVIRONMENT,
        "unprivileged uid": os.getuid() != 0,
        "first process": (os.getpid(), os.getppid()) == (1, 0),
        "own session": os.getsid(0) == os.getpgrp() == 1,
        "core limit": resource.getrlimit(resource.RLIMIT_CORE) == (0, 0),
        "file limit": resource.getrlimit(resource.RLIMIT_FSIZE) == (0, 0),
        "landlock": landlock > 0,
        "threads": can_thread(),
    }


def is_open(end: int) -> bool:
    """Is this a descriptor of ours?"""
    return worked(lambda: os.fstat(end))


def can_thread() -> bool:
    """Threads are allowed, and must stay so."""
    ran: list[bool] = []
    thread = threading.Thread(target=ran.append, args=(True,))
    thread.start()
    thread.join()
    return ran == [True]
