"""Single keys from the terminal."""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ReadKey = Callable[[float], str]
MOST = 64  # bytes read at once
KEY = re.compile(r"\x1b(?:\[[\d;]*[~A-Za-z]|O.)|.", re.DOTALL)
NAMES = {  # what terminals send
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    "\x1b[5~": "pageup",
    "\x1b[6~": "pagedown",
    "\x1b[H": "home",
    "\x1b[1~": "home",
    "\x1bOH": "home",
    "\x1b[F": "end",
    "\x1b[4~": "end",
    "\x1bOF": "end",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x04": "q",
    "\r": "enter",
    "\n": "enter",
}


def can_read() -> bool:
    """Is a person at a terminal whose keys can be read?"""
    try:
        import termios  # noqa: F401, PLC0415  # Windows has none
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def reading() -> Iterator[ReadKey]:
    """Yield a function that waits so many seconds for a key; "" if none came.

    The terminal is as before afterwards.
    """
    import termios  # noqa: PLC0415  # as above
    import tty  # noqa: PLC0415

    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    tty.setcbreak(source)

    waiting: list[str] = []

    def read(seconds: float) -> str:
        if not waiting:
            if not select.select([source], [], [], seconds)[0]:
                return ""
            sent = os.read(source, MOST).decode("utf-8", "replace")
            waiting.extend(KEY.findall(sent) or "q")  # nothing sent: nothing more comes
        key = waiting.pop(0)
        return NAMES.get(key, key)

    try:
        yield read
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
