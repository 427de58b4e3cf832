"""A backup or restore that is killed at one of its steps."""

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from django.core.management import call_command

KINDS = ("open", "os.mkdir", "os.rename", "os.remove", "sqlite3.connect", "os.chmod")


def run(command: str, folder: str, *, at: int, places: list[str]) -> int:
    """Return the operations on files of these places, databases and programs; die at one of them.

    A program that was just started runs for a moment first. At 0 nothing is killed.
    """
    count = 0

    def watch(event: str, args: tuple[Any, ...]) -> None:
        nonlocal count
        starts = event == "subprocess.Popen"
        if starts or (event in KINDS and any(place in str(args[0]) for place in places)):
            count += 1
            if count == at and starts:
                threading.Thread(target=_end, args=(0.05,)).start()
            elif count == at:
                _end()

    sys.addaudithook(watch)
    with Path(os.devnull).open("w") as nothing:
        call_command(command, folder, stdout=nothing)
    return count


def _end(after: float = 0.0) -> None:
    time.sleep(after)
    os.kill(os.getpid(), signal.SIGKILL)
