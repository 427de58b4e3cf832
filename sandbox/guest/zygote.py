"""An interpreter with imports done, forked into each bot's process.

Jailed, it never runs a bot's code. Each fork gets new namespaces, drops their rights and adds a
bot's restrictions.
"""

import _socket
import ctypes
import gc
import importlib
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

PRELOADED = (  # what bots import beside the engine; shared until written to
    "json", "traceback", "statistics", "dataclasses", "typing", "enum", "re", "threading",
    "collections", "functools", "itertools", "math", "heapq", "bisect", "copy", "operator",
    "string", "time", "kit.sdk.search",
)  # fmt: skip
LOOP, SERVE = "sandbox.guest.loop", "sandbox.guest.serve"
SYSCALL_CLONE = {"x86_64": 56, "aarch64": 220}
NEW_USER, NEW_PID, NEW_IPC, PIDFD, SIGCHLD = 0x10000000, 0x20000000, 0x08000000, 0x1000, 17
FLAGS = NEW_USER | NEW_PID | NEW_IPC | PIDFD | SIGCHLD
PR_CAPBSET_DROP = 24
CAPABILITIES = 64  # more than exist: dropping an unknown one fails and ends the loop
CAPABILITY_VERSION = 0x20080522  # _LINUX_CAPABILITY_VERSION_3: two words of each set
UNFIT = 99  # exit code of a fork that could not be jailed
ENDS = 16  # descriptors per order, at most
_INT = 4

_libc = ctypes.PyDLL(None, use_errno=True)  # CDLL would release the interpreter's lock
_prctl, _capset = _libc.prctl, _libc.capset
_prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
# What each fork hands to the kernel, made once: pages that a fork writes to are copied.
_NO_CAPABILITIES = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()


def main() -> None:
    """Fork a bot per order until the socket closes.

    Order: words (module, its arguments from the third on), descriptors (requests, answers, log, the
    cgroups' fds). Replies: `started` with a pidfd, `ended` with exit code or negative signal.
    """
    control = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, int(sys.argv[1]))
    ahead = by_top(preload())
    gc.collect()
    gc.freeze()  # else each fork's first collection would write to every page
    control.sendmsg([b"ready"])
    while order := receive_order(control):
        fork_and_wait(control, ahead, *order)


def preload() -> set[str]:
    """Return modules that a cold start would not have."""
    register, os.register_at_fork = os.register_at_fork, no_handlers  # for the imports
    importlib.import_module(LOOP)
    before = set(sys.modules)
    importlib.import_module("engine.catalogue").games()
    for name in PRELOADED:
        importlib.import_module(name)
    os.register_at_fork = register
    return set(sys.modules) - before


def no_handlers(**_: Any) -> None:
    """Leave out what modules do in a fork: ours has one thread, and the loop seeds its random."""


def by_top(modules: set[str]) -> dict[str, list[str]]:
    """Group modules by top-level name: a look-up touches fewer pages in a fork than a search."""
    names: dict[str, list[str]] = {}
    for name in modules:
        names.setdefault(name.partition(".")[0], []).append(name)
    return names


def receive_order(control: _socket.socket) -> tuple[list[str], list[int]] | None:
    """Receive an order's words and descriptors; None once the socket is closed."""
    space = _socket.CMSG_SPACE(ENDS * _INT)
    data, extra, flags, _ = control.recvmsg(4096, space, _socket.MSG_CMSG_CLOEXEC)
    if flags & (_socket.MSG_TRUNC | _socket.MSG_CTRUNC):
        raise ValueError("an order is too long")
    packed = b"".join(part for _, _, part in extra)
    ends = list(memoryview(packed).cast("i"))
    return (data.decode().split(" "), ends) if data else None


def fork_and_wait(
    control: _socket.socket, ahead: dict[str, list[str]], words: list[str], ends: list[int]
) -> None:
    process, handle = clone()
    if process == 0:
        control.detach()  # else its destructor closes what reuses that number
        become_guest(ahead, words, ends)
    for end in ends:
        os.close(end)
    rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, handle.to_bytes(_INT, sys.byteorder))
    control.sendmsg([b"started"], [rights])
    os.close(handle)
    status = os.waitpid(process, 0)[1]
    control.sendmsg([f"ended {os.waitstatus_to_exitcode(status)}".encode()])


def clone() -> tuple[int, int]:
    """Fork into new namespaces; return process (0: child) and pidfd.

    The C library's fork would renew the stored thread number, which is right: both are 1.
    """
    python, handle = ctypes.pythonapi, ctypes.c_int(-1)
    number = SYSCALL_CLONE[os.uname().machine]
    python.PyOS_BeforeFork()
    process: int = _libc.syscall(
        ctypes.c_long(number), ctypes.c_ulong(FLAGS), None, ctypes.byref(handle), None, None
    )
    code = ctypes.get_errno()
    if process == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    if process < 0:
        raise OSError(code, os.strerror(code))
    return process, handle.value


def become_guest(ahead: dict[str, list[str]], words: list[str], ends: list[int]) -> NoReturn:
    """Keep nothing of the zygote but its memory."""
    try:
        requests, answers, log, *cgroup_fds = ends
        for end in cgroup_fds:  # a thread that moves itself need not wait
            os.write(end, b"0")
        os.setsid()  # share no group with the zygote: kill(0) must not reach it
        redirect_stdio(log)
        drop_capabilities()
        sys.argv[1:] = [str(requests), str(answers), *words[1:]]
        forget_shadowed_modules(words[-1], ahead)
        importlib.import_module(f".{words[0]}", __package__).main()
    except BaseException as problem:  # noqa: BLE001  # no bot's own: the loop reports that
        sys.excepthook(type(problem), problem, problem.__traceback__)
        sys.stderr.flush()
        os._exit(UNFIT)
    exit_quickly: Callable[[], NoReturn] = sys.modules[SERVE].exit_quickly
    exit_quickly()


def redirect_stdio(log: int) -> None:
    """Give the fork a stdin of its own: an inherited one would be shared by all forks."""
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)


def drop_capabilities() -> None:
    """Drop all capabilities for good. Raises OSError."""
    for capability in range(CAPABILITIES):
        if _prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break
    if _capset(*_NO_CAPABILITIES) < 0:
        raise OSError(ctypes.get_errno(), "capset")


def forget_shadowed_modules(folder: str, ahead: dict[str, list[str]]) -> None:
    """Forget modules of which the bot has its own."""
    if not os.path.isdir(folder):  # noqa: PTH112  # pathlib is not imported otherwise
        return
    for file in os.listdir(folder):  # noqa: PTH208  # as above
        for name in ahead.get(file.split(".")[0], ()):
            sys.modules.pop(name, None)
