"""One seat ends threads whose end wakes whoever waits at a shared file's page; the other waits."""

import ctypes
import mmap
import threading
import time
from typing import Any

SECONDS = 3.0  # in which both try
SET_TID_ADDRESS, FUTEX = 218, 202  # system calls
INTERRUPTED, NOBODY_CAME = 4, 110
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
shared = open("/usr/bin/python3.11", "rb")  # noqa: SIM115
page = mmap.mmap(shared.fileno(), 4096, prot=mmap.PROT_READ)
address = ctypes.c_void_p(int.from_bytes(ctypes.string_at(id(page) + 16, 8), "little"))
word = int.from_bytes(page[:4], "little")


def syscall(number: int, *arguments: Any) -> None:
    if libc.syscall(ctypes.c_long(number), *arguments) < 0:
        raise OSError(ctypes.get_errno(), f"system call {number}")


def end_at_the_page() -> None:
    syscall(SET_TID_ADDRESS, address)  # where the kernel wakes somebody at the thread's end


def wake() -> None:
    thread = threading.Thread(target=end_at_the_page)
    thread.start()
    thread.join()
    time.sleep(0.02)


def wait() -> None:
    time_limit = (ctypes.c_long * 2)(0, 200_000_000)
    syscall(FUTEX, address, ctypes.c_long(0), ctypes.c_long(word), time_limit)
    print("WOKEN")


def decide(request: Any) -> Any:
    threading.excepthook = lambda problem: print(problem.exc_value)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            wait() if request.view["waits"] else wake()
        except OSError as problem:
            if problem.errno not in (INTERRUPTED, NOBODY_CAME):
                print(problem)
                break
    return request.default
