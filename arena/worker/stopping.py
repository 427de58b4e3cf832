"""Stop a worker within seconds without losing its match.

The worker's main process sets a shared byte; its children look at it between decisions. A child
that waits for a bot, or for a database that does not answer, is woken by an alarm.
"""

import mmap
import signal
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import structlog
from billiard import pool
from django.db import connection

# Seconds from the word to stop: for a game to come by on its own before the alarm interrupts it,
# and for all else, such as writing down that the match goes back.
PATIENCE_SECONDS = 4.0
LAST_SECONDS = 5.0
AGAIN_SECONDS = 2.0  # longer than any clean-up but that of a connection to a silent database
LOOK_SECONDS = 0.5
_clock = struct.Struct("d")
_told = mmap.mmap(-1, _clock.size)  # when, or 0; shared with every process forked after this import
_here = {"told": 0.0}  # the same for this process alone
log = structlog.get_logger(__name__)


class Interrupted(BaseException):
    """The worker was told to stop. Not an Exception: nothing may take it for a bot's failure."""


def request_stop() -> None:
    """Tell all processes of this worker to give back what they play."""
    _clock.pack_into(_told, 0, _worker_told() or time.monotonic())


def is_stopping() -> bool:
    """Was this worker, or this very process, told to stop?"""
    return bool(_worker_told() or _here["told"])


def _worker_told() -> float:
    """When the worker was told to stop, by the clock that all processes share; 0: it was not."""
    at: float = _clock.unpack_from(_told)[0]
    return at


def leave_sigterm_to_parent() -> None:
    """An idle child ignores SIGTERM: terminals and supervisors signal it along with its parent,
    which tells it to end, and which would wait long for a child that had ended by itself."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def end_unread() -> None:
    """A child that ends waits a second, not thirty, for its parent to read its last words.

    A parent told to stop forgets the task that it has just handed out, and reads no more of it.
    Nothing is lost with those words: what is to be done stands in the database.
    """
    seconds = 1.0
    retries = round(seconds / pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_INTERVAL)
    pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_LIMIT = retries


@contextmanager
def interruptible(patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Raise Interrupted in here, in the main thread, so long after the worker is told to stop.

    Should something swallow it, it is raised again after a while (a transaction that ends so may
    wait for a connection anew); one may stand within another.
    """
    tired = patience

    def look(_number: int, _frame: FrameType | None) -> None:
        nonlocal tired
        told = _worker_told() or _here["told"]
        if told and (waited := time.monotonic() - told) >= tired:
            tired = waited + AGAIN_SECONDS
            raise Interrupted

    previous = signal.signal(signal.SIGALRM, look)
    outer = signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS, LOOK_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *outer)
        signal.signal(signal.SIGALRM, previous)


@contextmanager
def working() -> Iterator[None]:
    """From the claim of a match until it is settled, SIGTERM to this child waits.

    Then the child ends, unless its whole worker is stopping: then the parent ends it. What does not
    come to its end in time, such as a query without an answer, is dropped: a lease looks after it.
    """

    def told(_number: int, _frame: FrameType | None) -> None:
        _here["told"] = _here["told"] or time.monotonic()

    previous = signal.signal(signal.SIGTERM, told)
    try:
        with interruptible(LAST_SECONDS):
            yield
    except Interrupted:
        log.warning("work_dropped", advice="the database did not answer while the worker stopped")
        connection.close()
    finally:
        signal.signal(signal.SIGTERM, previous)
        if _here["told"] and not _worker_told():
            raise SystemExit(0)
