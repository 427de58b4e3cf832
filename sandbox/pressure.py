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

    Two kinds: how late the referee itself was woken (a paused machine, a crowded one), and pressure
    outside the bot's own cgroup (PSI), from the first `look` on.
    """

    def __init__(self, cgroup: Cgroup | None) -> None:
        self._cgroup = cgroup
        self._since = time.monotonic()
        self._late = 0.0
        self._before: float | None = None

    def woken(self, late: float) -> None:
        """Note that the referee was woken `late` seconds after the time that it had asked for."""
        self._late += max(0.0, late)

    def look(self) -> None:
        """Begin to read the pressure: too dear for a quick answer, so called when one is not."""
        if self._before is None:
            self._before = self._outside()

    def _outside(self) -> float:
        own = self._cgroup.stalled() if self._cgroup else 0.0
        return stalled(HOST) - own

    def waited(self) -> float:
        """Seconds since the start in which the host made runnable work wait."""
        pressure = 0.0 if self._before is None else self._outside() - self._before
        return min(time.monotonic() - self._since, max(self._late, pressure))

    def busy(self) -> bool:
        """Is the host to blame for most of the time since the start?"""
        return self.waited() >= TOO_BUSY * (time.monotonic() - self._since)
