"""Stop a worker within seconds without losing its match.

The worker's main process sets a shared byte; its children look at it between decisions. A child
that waits for a bot is woken by an alarm.
"""

import mmap
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PATIENCE_SECONDS = 4.0  # for the game to come by on its own before the alarm interrupts it
LOOK_SECONDS = 1.0
_flag = mmap.mmap(-1, 1)  # shared with every process forked after this import


class Interrupted(BaseException):
    """The worker was told to stop. Not an Exception: nothing may take it for a bot's failure."""


def request_stop() -> None:
    """Tell all processes of this worker to give back what they play."""
    _flag[0] = 1


def withdraw_stop() -> None:
    """Let them play again."""
    _flag[0] = 0


def is_stopping() -> bool:
    """Was this worker told to stop?"""
    return bool(_flag[0])


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise Interrupted in here, in the main thread, soon after the worker is told to stop."""
    noticed: list[float] = []

    def look(_number: int, _frame: FrameType | None) -> None:
        if is_stopping():
            noticed.append(time.monotonic())
            if noticed[-1] - noticed[0] >= PATIENCE_SECONDS:
                raise Interrupted

    previous = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS, LOOK_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
