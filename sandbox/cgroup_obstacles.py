"""Obstacles to making cgroups, and their remedies."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SYSTEMD: Final = Path("/run/systemd/system")
SCOPE: Final = "systemd-run --user --scope -p Delegate=yes ./kingsbench up"
UNIT: Final = "Delegate=yes in the [Service] part of the unit"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A problem, and the command or setting that repairs it."""

    found: str
    mend: str


def find_obstacle(controller: str) -> Obstacle:
    """Find what blocks memory, pids, cpu, or (empty) v2's freezer."""
    if controller in _switched_off():
        mend = f"add cgroup_enable={controller} to the kernel's command line, and restart"
        return Obstacle(f"the kernel has {controller} switched off", mend)
    mount = _mount(controller)
    if mount is None:
        mend = "sudo mount -t cgroup2 cgroup2 /sys/fs/cgroup"
        return Obstacle("no cgroup file system is mounted that has it", mend)
    where, is_v2 = mount
    folder = where / _own_group("" if is_v2 else controller)
    if folder.exists() and os.statvfs(folder).f_flag & os.ST_RDONLY:
        mend = "none in a container: level rootless needs no cgroups"
        return Obstacle(f"{where} is mounted read-only", mend)
    if os.access(folder / "cgroup.procs", os.W_OK):
        found = f"{folder} has no controller {controller} for groups below it"
    else:
        found = f"uid {os.geteuid()} may not write to {folder}"
    return Obstacle(found, _delegate(folder, controller, is_v2=is_v2))


def _delegate(folder: Path, controller: str, *, is_v2: bool) -> str:
    if is_v2 and SYSTEMD.is_dir():
        return UNIT if os.geteuid() == 0 else SCOPE
    if is_v2 and controller and os.access(folder, os.W_OK):
        return f"echo +{controller} | sudo tee {folder.parent}/cgroup.subtree_control"
    return f"sudo chown -R {os.geteuid()} {folder}"


def _switched_off() -> set[str]:
    """Controllers disabled by cgroup_disable=."""
    lines = Path("/proc/cgroups").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return {row[0] for row in rows if row[-1] == "0"}


def _mount(controller: str) -> tuple[Path, bool] | None:
    """Return (mount, is_v2), preferring the controller's v1 mount."""
    v2: Path | None = None
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, where, kind, options, *_ = line.split(" ")
        if kind == "cgroup" and controller in options.split(","):
            return Path(where), False
        if kind == "cgroup2":
            v2 = v2 or Path(where)
    return (v2, True) if v2 else None


def _own_group(controller: str) -> str:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        if controller in names.split(","):
            return path.lstrip("/")
    return ""
