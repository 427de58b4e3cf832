"""Jails whose worker was killed while it made them: they would wait for ever.

Each carries its slot's name in its environment, which bubblewrap clears for the program.
"""

import os
import signal
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

SLOT_VARIABLE: Final = "KINGSBENCH_SLOT"


def find() -> Mapping[str, Sequence[int]]:
    """Processes of jails in the making or monitoring one, by slot name."""
    processes: dict[str, list[int]] = defaultdict(list)
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (name := _slot(int(folder.name))):
            processes[name].append(int(folder.name))
    return processes


def kill(processes: Iterable[int], name: str) -> None:
    """Kill those that still carry this slot's name; the caller holds the slot."""
    for process in processes:
        with suppress(OSError):  # it has ended
            handle = os.pidfd_open(process)
            try:
                if _slot(process) == name:
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
            finally:
                os.close(handle)


def _slot(process: int) -> str:
    with suppress(OSError):
        for word in Path(f"/proc/{process}/environ").read_bytes().split(b"\0"):
            if word.startswith(f"{SLOT_VARIABLE}=".encode()):
                return word.partition(b"=")[2].decode("ascii", "replace")
    return ""
