"""The guest's own restrictions, before the bot runs."""

import ctypes
import os
import resource
from collections.abc import Iterable

SYSCALL_SECCOMP = {"x86_64": 317, "aarch64": 277}
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
SET_MODE_FILTER = 1
CREATE_RULESET_VERSION = 1
RULE_PATH_BENEATH = 1
O_PATH = 0o10000000
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3

# Number of file rights by Landlock version (include/uapi/linux/landlock.h).
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
TCP_RIGHTS = 0b11  # bind, connect: since version 4
SCOPES = 0b11  # abstract unix sockets, signals: since version 6


_libc = ctypes.CDLL(None, use_errno=True)  # once: a zygote's forks share its pages


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def _syscall(number: int, *arguments: object) -> int:
    result: int = _libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def limit(memory: int, threads: int, files: int) -> None:
    """Limit address space (bytes), threads, descriptors; forbid new files."""
    for what, value in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_NPROC, threads + 2),  # this uid also runs bubblewrap's monitor
        (resource.RLIMIT_NOFILE, files),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_SIGPENDING, 64),
        (resource.RLIMIT_NICE, 0),
        (resource.RLIMIT_RTPRIO, 0),
    ):
        hard = resource.getrlimit(what)[1]
        new = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(what, (new, new))


def landlock_version() -> int:
    """Return the kernel's version of Landlock; 0: it has none."""
    try:
        return _syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), CREATE_RULESET_VERSION)
    except OSError:
        return 0


def landlock(*, read: Iterable[str] = ("/",), execute: Iterable[str] = ()) -> int:
    """Allow reading `read` and executing `execute` only; return the version (0: none).

    Raises OSError where the kernel offers Landlock, then refuses.
    """
    version = landlock_version()
    if version == 0:
        return 0
    rights = _Ruleset(
        (1 << FILE_RIGHTS.get(version, 16)) - 1,
        TCP_RIGHTS if version >= 4 else 0,
        SCOPES if version >= 6 else 0,
    )
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = _syscall(LANDLOCK_CREATE, ctypes.byref(rights), ctypes.c_size_t(size), 0)
    for path in read:
        _allow(ruleset, path, READ_FILE | READ_DIR if os.path.isdir(path) else READ_FILE)  # noqa: PTH112  # as in the loop
    for path in execute:
        _allow(ruleset, path, READ_FILE | EXECUTE)
    _allow(ruleset, "/dev/null", READ_FILE | WRITE_FILE)
    _syscall(LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)
    return version


def _allow(ruleset: int, path: str, rights: int) -> None:
    parent = os.open(path, O_PATH | os.O_CLOEXEC)
    rule = _PathBeneath(rights, parent)
    _syscall(LANDLOCK_ADD, ruleset, RULE_PATH_BENEATH, ctypes.byref(rule), 0)
    os.close(parent)


def seccomp(program: bytes) -> None:
    """Put a filter on for good. Raises OSError where the kernel refuses."""
    handed = _Program(len(program) // 8, program)
    number = SYSCALL_SECCOMP[os.uname().machine]
    _syscall(number, SET_MODE_FILTER, 0, ctypes.byref(handed))
