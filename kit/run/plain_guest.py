"""A Python bot's process without a jail: a script that runs the jail's loop.

Its lines begin with its CPU seconds, which not every system tells of others; lines of nothing else
are sent while the bot computes.
"""

import os
import sys
import threading
import time
from typing import NoReturn

from sandbox.guest.serve import serve
from sandbox.guest.wire import ANSWERS, REQUESTS, Wire

BEAT = 0.1  # seconds


class MeteredWire(Wire):
    def __init__(self) -> None:
        super().__init__()
        self._sending = threading.Lock()
        self._told = 0.0

    def send(self, text: str) -> None:
        with self._sending:
            self._told = time.process_time()
            super().send(f"{self._told:.6f} {text}")

    def beat(self) -> NoReturn:
        """Tell of computing that takes long."""
        while True:
            time.sleep(BEAT)
            if time.process_time() > self._told + BEAT / 2:
                self.send("")


def main() -> None:
    """Arguments: bytes of memory, the bot's folder."""
    os.dup2(0, REQUESTS)
    os.dup2(1, ANSWERS)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what the bot prints is its log
    limit_memory(int(sys.argv[1]))
    wire = MeteredWire()
    wire.send('{"type":"jailed","landlock":0}')
    threading.Thread(target=wire.beat, daemon=True).start()
    serve(wire, sys.argv[2])


def limit_memory(most: int) -> None:
    """Limit the address space where the system can."""
    try:
        import resource  # noqa: PLC0415  # not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, ValueError, OSError):
        return


if __name__ == "__main__":
    main()
