"""Attempts to break out; each name completes "a bot could ..."."""

import ctypes
import mmap
import os
import resource
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from . import program, zygote
from .loop import confine
from .wire import ANSWERS, REQUESTS

TREE = {"bot", "dev", "kingsbench", "lib", "lib64", "usr"}
STAGE = {"stage"}  # programs have none
ENVIRONMENT = {
    "PYTHONHASHSEED", "PYTHONPATH", "PWD", "LC_CTYPE", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS",
}  # fmt: skip
HOST = "jail"
TOO_MUCH = 2 << 30  # bytes of address space, above a canary's limit
TOO_MANY = 64  # descriptors or threads, as above
TIMES = "times"  # the order for `measure_lookups`
NAMES = 500  # looked up for it
GETPID_IN_32_BITS = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret

Probe = Callable[[], object]


def main() -> None:
    """Answer "held" or "open", tab, name per probe; or obey an order."""
    words = sys.argv[1:]
    landlock = program.confine(words) if words[7:] else confine(words[:6])
    with os.fdopen(REQUESTS, "rb", closefd=False) as given:
        order = given.read().decode()
    if order in DEATHS:
        DEATHS[order]()
    answer(measure_lookups() if order == TIMES else report(landlock))


def answer(text: str) -> None:
    with os.fdopen(ANSWERS, "wb") as end:
        end.write(text.encode() + b"end\n")


def report(landlock: int) -> str:
    opened = {name: succeeds(probe) for group in PROBES.values() for name, probe in group.items()}
    opened |= {name: not holds for name, holds in check_surroundings(landlock).items()}
    lines = [f"{'open' if is_open else 'held'}\t{name}\n" for name, is_open in opened.items()]
    return "".join(lines)


def measure_lookups() -> str:
    """Median ns to find a name missing, first and again.

    Much faster again: jails could signal by names.
    """
    start = time.perf_counter_ns()
    names = [f"/usr/{start:x}-{number}" for number in range(NAMES)]
    times = sorted(map(measure_lookup, names)), sorted(map(measure_lookup, names))
    return "".join(f"{each[NAMES // 2]}\n" for each in times)


def measure_lookup(name: str) -> int:
    before = time.perf_counter_ns()
    succeeds(lambda: os.stat(name))  # noqa: PTH116  # without pathlib's own time
    return time.perf_counter_ns() - before


def succeeds(probe: Probe) -> bool:
    """OSError, ValueError and RuntimeError are refusals."""
    try:
        probe()
    except (OSError, ValueError, RuntimeError):
        return False
    return True


def libc_call(name: str, *arguments: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def fork_as_the_zygote() -> None:
    """Try the one fork that a filter allows."""
    if zygote.clone()[0] == 0:
        os._exit(0)


def write(path: str) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def lock() -> None:
    """Two bots could signal by a file that both see."""
    end = os.open("/usr/bin/python3.11", os.O_RDONLY)
    try:
        libc_call("flock", end, 2 | 4)  # LOCK_EX | LOCK_NB
    finally:
        os.close(end)


def open_too_many_files() -> None:
    ends: list[int] = []
    try:
        for _ in range(TOO_MANY):
            ends.append(os.dup(0))  # noqa: PERF401  # those before a refusal must be closed
    finally:
        for end in ends:
            os.close(end)


def start_too_many_threads() -> None:
    enough = threading.Event()
    threads = [threading.Thread(target=enough.wait) for _ in range(TOO_MANY)]
    started: list[threading.Thread] = []
    try:
        for thread in threads:
            thread.start()
            started.append(thread)
    finally:
        enough.set()
        for thread in started:
            thread.join()


def call_as_32_bits() -> None:
    """int 0x80 numbers calls differently."""
    private, every = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7  # to read, write and execute
    page = mmap.mmap(-1, 4096, flags=private, prot=every)
    page.write(GETPID_IN_32_BITS)
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()


PROBES: dict[str, dict[str, Probe]] = {
    "processes": {
        "start a process": fork,
        "start a process as the zygote does": fork_as_the_zygote,
        "run another program": lambda: os.execv("/usr/bin/python3.11", ["python3.11"]),  # noqa: S606  # a probe
        "see another process": lambda: os.kill(2, 0),
        "signal all processes": lambda: os.kill(-1, 0),
        "raise its priority": lambda: os.nice(-5),
        "become root": lambda: os.setuid(0),
    },
    "network": {
        "open a TCP socket": lambda: libc_call("socket", 2, 1, 0),
        "open a UDP socket": lambda: libc_call("socket", 2, 2, 0),
        "open a raw socket": lambda: libc_call("socket", 2, 3, 1),
        "open a unix socket": lambda: libc_call("socket", 1, 1, 0),
        "open a netlink socket": lambda: libc_call("socket", 16, 3, 0),
        "open a socket to the host": lambda: libc_call("socket", 40, 1, 0),  # vsock
        "open a socket of the kernel's cryptography": lambda: libc_call("socket", 38, 5, 0),
    },
    "files": {
        "read /proc": lambda: list(Path("/proc").iterdir()),
        "read /etc": lambda: list(Path("/etc").iterdir()),
        "read /home": lambda: list(Path("/home").iterdir()),
        "read /sys": lambda: list(Path("/sys").iterdir()),
        "write to /": lambda: write("/canary"),
        "write to its own folder": lambda: write("/bot/canary"),
        "write to /dev": lambda: write("/dev/canary"),
        "write to /dev/shm": lambda: write("/dev/shm/canary"),  # noqa: S108  # a probe
        "write to /tmp": lambda: write("/tmp/canary"),  # noqa: S108  # a probe
        "change the guest": lambda: write("/kingsbench/sandbox/guest/loop.py"),
        "change the interpreter": lambda: write("/usr/bin/python3.11"),
        "make a folder": lambda: Path("/canary").mkdir(),
        "make a link": lambda: Path("/canary").symlink_to("/"),
        "remove a file": lambda: Path("/kingsbench/filter.bpf").unlink(),
        "change a file's mode": lambda: Path("/bot").chmod(0o700),
        "lock a file": lock,
    },
    "kernel": {
        "make a file in memory": lambda: os.memfd_create("canary"),
        "share memory": lambda: libc_call("shmget", 0, 4096, 0o600),
        "leave a message": lambda: libc_call("msgget", 0, 0o600),
        "make a semaphore": lambda: libc_call("semget", 0, 1, 0o600),
        "watch files": lambda: libc_call("inotify_init1", 0),
        "change its personality": lambda: libc_call("personality", 0x0040000),  # ADDR_NO_RANDOMIZE
    },
    "resources": {
        "raise a limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)),
        "map more memory than it may": lambda: mmap.mmap(-1, TOO_MUCH).close(),
        "open more files than it may": open_too_many_files,
        "start more threads than it may": start_too_many_threads,
    },
}
DEATHS: dict[str, Probe] = {  # also of the kernel group; each kills its canary
    "call ptrace": lambda: libc_call("ptrace", 0, 0, 0, 0),
}
if os.uname().machine == "x86_64":
    DEATHS["call the kernel as a 32-bit program"] = call_as_32_bits
SURROUNDINGS = "surroundings"
LANDLOCK = "live without Landlock"


def check_surroundings(landlock: int) -> dict[str, bool]:
    return {
        "see more than its own tree": {path.name for path in Path("/").iterdir()} - STAGE == TREE,
        "use a descriptor of the worker's": [end for end in range(64) if is_open(end)]
        == list(range(5)),
        "read the worker's environment": set(os.environ) <= ENVIRONMENT,
        "learn the host's name": os.uname().nodename == HOST,
        "have the uid of root": os.getuid() != 0,
        "have a parent": (os.getpid(), os.getppid()) == (1, 0),
        "share a session with others": os.getsid(0) == os.getpgrp() == 1,
        "dump its core": resource.getrlimit(resource.RLIMIT_CORE) == (0, 0),
        "fill a file": resource.getrlimit(resource.RLIMIT_FSIZE) == (0, 0),
        LANDLOCK: landlock > 0,
        "start no thread at all": can_thread(),
    }


def is_open(end: int) -> bool:
    return succeeds(lambda: os.fstat(end))


def can_thread() -> bool:
    """Threads must stay allowed."""
    ran: list[bool] = []
    thread = threading.Thread(target=ran.append, args=(True,))
    thread.start()
    thread.join()
    return ran == [True]
