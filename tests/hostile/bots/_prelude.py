"""Stands in front of every attacking bot: attack once, say ESCAPED if it worked, then play on."""

import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
CONFIG = {}


def syscall(number, *arguments):
    """A bare system call. Raises OSError where it is refused."""
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"system call {number}")
    return result


def that_worked(*attempts):
    """The first of several attempts, each a function and its arguments, that was not refused."""
    for attempt, *arguments in attempts:
        try:
            attempt(*arguments)
            return f"{attempt.__name__} {arguments}"
        except OSError as refused:
            print("refused:", refused)


def say(line):
    """A line of one's own instead of the guest's answer."""
    import time

    os.write(4, line + b"\n")
    time.sleep(600)


def start(setup):
    CONFIG.update(setup.config)


def attack(config):
    return False


def decide(request):
    try:
        won = attack(CONFIG)
    except (OSError, RuntimeError) as refused:
        print("refused:", refused)
    else:
        print("ESCAPED" if won else "held", won)
    return request.default
