"""Wait for what a platform does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kit.hosted.platform import Platform, Unavailable

PAUSE = 1.0  # seconds between polls
Pause = Callable[[float], None]


def wait_until(
    platform: Platform,
    path: str,
    found: Any,
    is_done: Callable[[Any], bool],
    *,
    seconds: float,
    pause: Pause = time.sleep,
) -> Any:
    """Read the path until it is done, or the time is up. Outages in between are waited for."""
    until = time.monotonic() + seconds
    while not is_done(found) and (left := until - time.monotonic()) > 0:
        pause(min(PAUSE, left))
        try:
            found = platform.ask("GET", path)
        except Unavailable as problem:
            left = until - time.monotonic()
            if left <= (problem.seconds or 0):
                raise
            pause(max(PAUSE, problem.seconds or 0))
    return found
