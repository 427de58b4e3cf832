"""Stands in front of every attacking bot: attack once, say ESCAPED if it worked, then play on."""

import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)
CONFIG = {}


def syscall(number, *arguments):
    result = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"system call {number}")
    return result


def start(setup):
    CONFIG.update(setup.config)


def attack(config):
    return False


def decide(request):
    try:
        won = attack(CONFIG)
    except (OSError, RuntimeError, ValueError, ImportError, AttributeError) as refused:
        print("refused:", refused)
    else:
        print("ESCAPED" if won else "held", won)
    return request.default
