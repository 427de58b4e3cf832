"""A worker that is killed while it makes a jail, and the next ones."""

import json
import os
import select
import subprocess
from pathlib import Path

from sandbox import slots
from sandbox.jail import Jailer
from sandbox.launch import _Start
from sandbox.limits import Limits
from sandbox.slots import Slot


def main() -> None:
    """Print the jail's level, and whether the jail had ended after each of three moments:
    a next worker started, the slot was released, a next worker started."""
    jailer = Jailer.strongest()
    slot = slots.claim(jailer.template.locks)
    child = abandoned(jailer, slot)
    jail, ended = os.pidfd_open(child), []
    for next_worker_starts in (True, False, True):
        if next_worker_starts:
            Jailer(jailer.level)
        else:
            slot.release()
        ended.append(bool(select.select([jail], [], [], 0.2)[0]))
    print(json.dumps([jailer.level, ended]))


def abandoned(jailer: Jailer, slot: Slot) -> int:
    """Return the process of a jail whose maker was killed.

    The report about the jail does not fit into its pipe: bubblewrap waits, and is killed there.
    """
    _info, told = os.pipe()
    os.write(told, bytes(65536))
    program = os.memfd_create("filter")
    os.write(program, jailer.template.outer or b"")
    os.lseek(program, 0, os.SEEK_SET)
    start = _Start(jailer.template, slot, None, Limits(), "bot")
    monitor: subprocess.Popen[bytes] = start._spawn(["true"], [], 1, program, told)
    children = Path(f"/proc/{monitor.pid}/task/{monitor.pid}/children")
    while not (child := children.read_text().strip()):
        assert monitor.poll() is None
    monitor.kill()
    monitor.wait()
    return int(child)


if __name__ == "__main__":
    main()
