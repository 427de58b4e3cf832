"""CPU seconds of a running platform's processes, by group."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """A process's parent and CPU seconds; `reaped`: of its ended children."""

    parent: int
    own: float
    reaped: float


def cpu_by_group(roots: Mapping[int, str]) -> dict[str, float]:
    """Return CPU seconds by group, of processes under these roots; `roots`: pid -> name.

    Of a worker called "one": its main process "one", its children "one: child", and "jailed" for
    all that they start.
    """
    processes = _processes()
    found: dict[str, float] = defaultdict(float)
    for pid, one in processes.items():
        line = _ancestors(pid, processes)
        root = next((number for number in line if number in roots), None)
        if root is None:
            continue
        own, reaped = _groups(roots[root], line.index(root))
        found[own] += one.own
        found[reaped] += one.reaped
    return found


def _groups(name: str, depth: int) -> tuple[str, str]:
    """Return the groups of a process's own time, and of its ended children's."""
    if name in {"PostgreSQL", "Redis"}:
        return name, name
    groups = [name, f"{name}: child", "jailed"]
    return groups[min(depth, 2)], groups[min(depth + 1, 2)]


def _ancestors(pid: int, processes: Mapping[int, Spent]) -> list[int]:
    line = [pid]
    while (parent := processes[line[-1]].parent) in processes:
        line.append(parent)
    return line


def _processes() -> dict[int, Spent]:
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            times = [int(ticks) / TICKS for ticks in fields[11:15]]
            found[int(folder.name)] = Spent(int(fields[1]), sum(times[:2]), sum(times[2:]))
    return found
