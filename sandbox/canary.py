"""Canaries: the jail is tried from inside before any stranger's code is let in."""

import signal
from dataclasses import replace
from pathlib import Path
from typing import Final

from sandbox import errand
from sandbox.errors import HostFailure, JailUnavailable
from sandbox.guest import restrict
from sandbox.launch import Cell
from sandbox.limits import Limits
from sandbox.zygote import Zygotes

SECONDS: Final = 30.0
MOST: Final = 4096
LIMITS: Final = Limits()
NAMESPACES: Final = "sudo sysctl -w"
SWITCHES: Final = (  # file, the value that forbids user namespaces, the line that allows them
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "=0"),
    ("kernel/unprivileged_userns_clone", "0", "=1"),
    ("user/max_user_namespaces", "0", "=15000"),
)


def prove(cell: Cell) -> Cell:
    """The cell, proven: without its zygotes where none works here, and jails start cold then.

    Raises JailUnavailable, naming what is open, unless every probe is refused as it must be.
    """
    holes = _holes(cell, None)
    if cell.zygotes:
        try:
            holes += [f"{hole} (forked)" for hole in _holes(cell, cell.zygotes)]
        except JailUnavailable:
            cell.zygotes.close()
            cell = replace(cell, zygotes=None)
    if holes:
        raise JailUnavailable(f"the jail has holes, so nothing runs: {', '.join(holes)}")
    return cell


def _holes(cell: Cell, zygotes: Zygotes | None) -> list[str]:
    """What is open in a jail of this kind. Raises JailUnavailable where none can be made."""
    try:
        death, answer = (
            errand.run(cell, "canary", say, LIMITS, seconds=SECONDS, most=MOST, zygotes=zygotes)
            for say in (b"die", b"")
        )
    except HostFailure as problem:
        raise JailUnavailable(f"no jail can be made: {problem}; {remedy()}") from problem
    if not answer.data.endswith(b"end\n"):
        told = answer.told or f"exit code {answer.code}"
        raise JailUnavailable(f"the jail's canary died: {told}; {remedy()}")
    holes = _known(answer.data.decode().splitlines()[:-1])
    return holes if death.code == -signal.SIGSYS else [*holes, "ptrace"]


def _known(holes: list[str]) -> list[str]:
    """The holes that count: a kernel without Landlock is weaker, and the stamp says so."""
    return [hole for hole in holes if hole != "no landlock" or restrict.landlock_version() > 0]


def remedy() -> str:
    """The exact line to run where a switch of the kernel forbids user namespaces."""
    for name, forbids, allows in SWITCHES:
        file = Path("/proc/sys") / name
        if file.exists() and file.read_text().strip() == forbids:
            return f"run: {NAMESPACES} {name.replace('/', '.')}{allows}"
    return "are user namespaces allowed here? try: unshare --user true"
