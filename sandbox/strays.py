"""Jails that were still in the making when their worker was killed.

A new jail waits for bubblewrap's monitor before it does anything. Who kills a worker kills that
monitor as well; in this one moment nothing binds the jail to it yet, and it would wait for ever.
So whatever is started for a slot carries the slot's name in its environment, which bubblewrap
clears before the jailed program starts.
"""

import os
import signal
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK: Final = "KINGSBENCH_SLOT"


def found() -> Mapping[str, Sequence[int]]:
    """The processes that monitor a jail or make one, by the name of its slot."""
    processes: dict[str, list[int]] = defaultdict(list)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (name := _slot(int(folder.name))):
            processes[name].append(int(folder.name))
    return processes


def kill(processes: Iterable[int], name: str) -> None:
    """Kill those that still belong to the slot of this name, which nobody else may hold now."""
    for process in processes:
        with suppress(OSError):  # it has ended
            handle = os.pidfd_open(process)
            try:
                if _slot(process) == name:
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
            finally:
                os.close(handle)


def _slot(process: int) -> str:
    """The slot that a process was started for; empty: none, or another user's."""
    with suppress(OSError):
        for word in Path(f"/proc/{process}/environ").read_bytes().split(b"\0"):
            if word.startswith(f"{MARK}=".encode()):
                return word.partition(b"=")[2].decode("ascii", "replace")
    return ""
