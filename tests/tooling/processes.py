"""Helpers for tests that start real processes."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path


def within(seconds: float, condition: Callable[[], bool], pause: float = 0.05) -> bool:
    """Poll the condition, usually twenty times a second; return whether it came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def heed_ctrl_c() -> None:
    """Undo what a test run in the background inherits."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def is_alive(process: int) -> bool:
    """Return whether the process runs; a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def family(process: int) -> set[int]:
    """The process, its children, their children, and so on."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents.setdefault(parent, []).append(int(entry.parent.name))
    found, look = {process}, [process]
    while look:
        children = parents.get(look.pop(), [])
        found.update(children)
        look += children
    return found


def with_variable(name: str, value: str) -> set[int]:
    """The live processes whose environment holds this variable with this value."""
    wanted = f"{name}={value}".encode()
    return {
        int(path.parent.name) for path in Path("/proc").glob("[0-9]*/environ") if has(path, wanted)
    }


def has(environment: Path, entry: bytes) -> bool:
    """Return whether this environment holds the entry; ignore unreadable ones."""
    try:
        return entry in environment.read_bytes().split(b"\0") and is_alive(
            int(environment.parent.name)
        )
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return False


def command_line(process: int) -> str:
    """The process's command line, words separated by blanks; empty where it is gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def environment(**changes: str) -> dict[str, str]:
    """Our environment without a platform's settings, and with these variables."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KINGSBENCH_")}
    return kept | changes
