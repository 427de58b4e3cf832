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
_here = {"told": False}


class Interrupted(BaseException):
    """The worker was told to stop. Not an Exception: nothing may take it for a bot's failure."""


def request_stop() -> None:
    """Tell all processes of this worker to give back what they play."""
    _flag[0] = 1


def is_stopping() -> bool:
    """Was this worker, or this very process, told to stop?"""
    return bool(_flag[0]) or _here["told"]


def leave_sigterm_to_parent() -> None:
    """An idle child ignores SIGTERM: terminals and supervisors signal it along with its parent,
    which tells it to end, and which would wait long for a child that had ended by itself."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


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


@contextmanager
def working() -> Iterator[None]:
    """From the claim of a match until it is settled, SIGTERM to this child waits.

    Then the child ends, unless its whole worker is stopping: then the parent ends it.
    """

    def told(_number: int, _frame: FrameType | None) -> None:
        _here["told"] = True

    previous = signal.signal(signal.SIGTERM, told)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
        if _here["told"] and not _flag[0]:
            raise SystemExit(0)
