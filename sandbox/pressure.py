"""Was the host too busy? Asked before a bot that used little CPU is blamed for its slowness."""

import time
from pathlib import Path
from typing import Final

from sandbox.cgroups import Cgroup, stalled

HOST: Final = Path("/proc/pressure/cpu")
TOO_BUSY: Final = (
    0.75  # of the time waited; a bot starved of its tenth of a core sees more than 0.9
)


class HostWatch:
    """Measures how long the host kept everyone waiting, from evidence that the bot cannot make.

    Two kinds: pressure outside the bot's own cgroup (PSI), and how late the referee was woken.
    """

    def __init__(self, cgroup: Cgroup | None) -> None:
        self._cgroup = cgroup
        self._since = time.monotonic()
        self._stalled = self._outside()
        self._late = 0.0

    def _outside(self) -> float:
        own = self._cgroup.stalled() if self._cgroup else 0.0
        return stalled(HOST) - own

    def woken(self, late: float) -> None:
        """Note that the referee was woken `late` seconds after the time that it had asked for."""
        self._late += max(0.0, late)

    def waited(self) -> float:
        """Seconds since the start in which the host made runnable work wait."""
        elapsed = time.monotonic() - self._since
        return min(elapsed, max(self._late, self._outside() - self._stalled))

    def busy(self) -> bool:
        """Is the host to blame for most of the time since the start?"""
        elapsed = time.monotonic() - self._since
        return elapsed > 0 and self.waited() / elapsed >= TOO_BUSY
