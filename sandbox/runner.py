"""Runners of bots: the platform's jail, or a stand-in without one.

A `Conversation` needs a process, its pipes and a watch over the host; no import is Linux's alone.
"""

import os
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol, Self

from sandbox.languages import Manifest
from sandbox.limits import Limits

START_GUARD: Final = 20.0  # seconds until a started guest reports
KILLED: Final = -9  # SIGKILL, as the exit code of a process


class Overlong(Exception):
    """A line exceeds its limit."""


@dataclass(slots=True)
class Prepared:
    """A staged bot; `close` or `with` removes it."""

    folder: Path
    lock: int = -1
    manifest: Manifest = field(default_factory=Manifest)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Watch(Protocol):
    """Measures a wait for a bot, in seconds, and the host's share of it."""

    @property
    def wall(self) -> float: ...

    def exclude(self, seconds: float) -> None: ...

    def note_late_wakeup(self, late: float) -> None: ...

    def sample(self) -> None: ...

    def host_share(self) -> float: ...

    def host_was_busy(self) -> bool: ...


class Process(Protocol):
    """A bot's process; `sandbox.launch.Jail` says what each method does."""

    @property
    def jailed(self) -> bool: ...

    def watch(self) -> Watch: ...

    def cpu(self) -> float: ...

    def freeze(self, *, frozen: bool) -> None: ...

    def wait(self, timeout: float) -> int | None: ...

    def end_game(self) -> None: ...

    def out_of_memory(self) -> bool: ...

    def was_killed_for_others(self) -> bool: ...

    def memory_peak(self) -> int | None: ...

    def close(self) -> None: ...


class Pipes(Protocol):
    """Lines to and from a bot, and its log; see `sandbox.channel.Channel`."""

    @property
    def ended(self) -> bool: ...

    @property
    def closed(self) -> bool: ...

    @property
    def sending(self) -> bool: ...

    def send(self, line: bytes) -> None: ...

    def line(self) -> bytes | None: ...

    def surplus(self) -> bytes: ...

    def pump(self, timeout: float) -> None: ...

    def log(self) -> str: ...

    def mark(self, label: int) -> None: ...

    def marks(self) -> list[tuple[int, int]]: ...

    def close_requests(self) -> None: ...

    def close(self) -> None: ...


class Runner(Protocol):
    """What the referee needs of it."""

    @property
    def stamp(self) -> Mapping[str, Any]:
        """`level` of isolation and versions, for the results."""

    def prepare(self, path: Path) -> Prepared:
        """Check and stage a bot. Raises Rejected for its owner, or HostFailure."""

    def run(self, bot: Prepared, limits: Limits) -> tuple[Process, Pipes]:
        """Start a staged bot. Raises HostFailure."""


def process_cpu(process: int) -> float:
    """CPU seconds; 0 where the system has no such clock. See clock_getcpuclockid(3)."""
    try:
        return time.clock_gettime((~process << 3) | 2)
    except (OSError, OverflowError, AttributeError):
        return 0.0
