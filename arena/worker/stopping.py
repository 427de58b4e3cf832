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
_stop_time = mmap.mmap(-1, _clock.size)  # time, or 0; shared with processes forked later
_here = {"stop_time": 0.0}  # for this process alone
log = structlog.get_logger(__name__)


class Interrupted(BaseException):
    """A stop; a BaseException, so nothing takes it for a fault."""


def request_stop() -> None:
    """Tell all processes of this worker to stop."""
    _clock.pack_into(_stop_time, 0, _worker_stopped_at() or time.monotonic())


def is_stopping() -> bool:
    """Return whether this worker or process was told to stop."""
    return bool(_worker_stopped_at() or _here["stop_time"])


def _worker_stopped_at() -> float:
    stopped_at: float = _clock.unpack_from(_stop_time)[0]
    return stopped_at


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
        stopped_at = _worker_stopped_at() or _here["stop_time"]
        if stopped_at and (waited := time.monotonic() - stopped_at) >= tired:
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
def finish_before_stopping() -> Iterator[None]:
    """Defer SIGTERM until the work is settled, then exit unless the whole worker stops.

    Hanging work is dropped: its lease expires.
    """

    def on_stop(_number: int, _frame: FrameType | None) -> None:
        _here["stop_time"] = _here["stop_time"] or time.monotonic()

    previous = signal.signal(signal.SIGTERM, on_stop)
    try:
        with interruptible(LAST_SECONDS):
            yield
    except Interrupted:
        log.warning("work_dropped", advice="the database did not answer while the worker stopped")
        connection.close()
    finally:
        signal.signal(signal.SIGTERM, previous)
        if _here["stop_time"] and not _worker_stopped_at():
            raise SystemExit(0)
