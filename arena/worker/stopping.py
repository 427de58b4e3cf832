"""Stop a worker within seconds without losing its match.

Children check a shared clock between decisions; an alarm wakes waiting ones.
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

# Seconds after the request to stop: until the alarm interrupts a game,
# and until it interrupts all else, such as returning the match.
PATIENCE_SECONDS = 4.0
LAST_SECONDS = 5.0
AGAIN_SECONDS = 2.0  # longer than any clean-up except with a silent database
LOOK_SECONDS = 0.5
_clock = struct.Struct("d")
_told = mmap.mmap(-1, _clock.size)  # time, or 0; shared with processes forked later
_here = {"told": 0.0}  # for this process alone
log = structlog.get_logger(__name__)


class Interrupted(BaseException):
    """A stop; a BaseException, so nothing takes it for a fault."""


def request_stop() -> None:
    """Tell all processes of this worker to stop."""
    _clock.pack_into(_told, 0, _worker_told() or time.monotonic())


def is_stopping() -> bool:
    """Return whether this worker or process was told to stop."""
    return bool(_worker_told() or _here["told"])


def _worker_told() -> float:
    at: float = _clock.unpack_from(_told)[0]
    return at


def leave_sigterm_to_parent() -> None:
    """Ignore SIGTERM in idle children: supervisors signal all, and the parent ends them."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def end_unread() -> None:
    """Let an ending child wait one second, not thirty, for its parent to read its result."""
    # A parent told to stop reads no more. Nothing is lost: what is to be done stands in the
    # database.
    seconds = 1.0
    retries = round(seconds / pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_INTERVAL)
    pool.GUARANTEE_MESSAGE_CONSUMPTION_RETRY_LIMIT = retries


@contextmanager
def interruptible(patience: float = PATIENCE_SECONDS) -> Iterator[None]:
    """Raise Interrupted in the main thread `patience` seconds after a stop; nestable.

    Repeats, as something may swallow it.
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
    """Defer SIGTERM until the work is settled, then exit unless the whole worker stops.

    Hanging work is dropped: its lease expires.
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
