"""A wait for a bot."""

import time


class Wait:
    def __init__(self) -> None:
        self._since = time.monotonic()
        self._late = 0.0  # seconds that the referee woke up late

    @property
    def wall(self) -> float:
        return time.monotonic() - self._since

    def exclude(self, seconds: float) -> None:
        # the referee's other work
        self._since += seconds

    def note_late_wakeup(self, late: float) -> None:
        self._late += max(0.0, late)
