"""Control groups: v1, v2, both (hybrid hosts) or none."""

import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Self

from sandbox.errors import HostFailure
from sandbox.limits import Limits

V1_CONTROLLERS: Final = ("memory", "pids", "cpu", "cpuacct")
V2_CONTROLLERS: Final = ("memory", "pids", "cpu")
QUOTA_PERIOD_US: Final = 100_000  # one core, so that a bot's threads leave room for the referee
CHARGED_AT_ONCE: Final = 64 * os.sysconf("SC_PAGE_SIZE")  # within this of its limit a group is full
REMOVAL_TRIES: Final = 200
LEAF: Final = "kingsbench-workers"


@dataclass(frozen=True, slots=True)
class Backend:
    """Folders for this process's cgroups."""

    v1: Mapping[str, Path]
    v2: Path | None
    v2_controllers: frozenset[str]

    @property
    def controllers(self) -> frozenset[str]:
        return frozenset(self.v1) | self.v2_controllers

    @property
    def kind(self) -> str:
        if not self.controllers:
            return "none"
        if self.v1:
            return "hybrid" if self.v2 else "v1"
        return "v2"

    def folders(self) -> Iterator[Path]:
        yield from dict.fromkeys([*self.v1.values(), *([self.v2] if self.v2 else [])])

    def create(self, name: str, limits: Limits) -> "Cgroup":
        """Make a group; kill a dead worker's leftovers of this name. Raises HostFailure."""
        return Cgroup(self, name, limits)

    def clear(self, name: str) -> None:
        _clear([folder / name for folder in self.folders()])


class Cgroup:
    def __init__(self, backend: Backend, name: str, limits: Limits) -> None:
        self.name = name
        self._paths = [folder / name for folder in backend.folders()]
        self._v1 = {controller: folder / name for controller, folder in backend.v1.items()}
        self._v2 = backend.v2 / name if backend.v2 else None
        self._v2_controllers = backend.v2_controllers
        self._late = self._v2 if "cpuacct" in backend.v1 and not backend.v2_controllers else None
        self._outside_v2 = False
        self._process = 0
        self._cpu = -1
        accounting = self._v2 / "cpu.stat" if self._v2 is not None else None
        if "cpuacct" in self._v1:
            accounting = self._v1["cpuacct"] / "cpuacct.usage"
        try:
            for path in self._paths:
                try:
                    path.mkdir()
                except FileExistsError:
                    _clear([path])
                    path.mkdir()
            for path, file, value in self._settings(limits):
                with suppress(FileNotFoundError):  # kernels differ in which files exist
                    _write(f"{path}/{file}", value)
            if accounting is not None:
                self._cpu = os.open(accounting, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as problem:
            self.remove()
            raise HostFailure(f"the cgroup {name} cannot be made: {problem}") from problem

    def _settings(self, limits: Limits) -> Iterator[tuple[Path, str, str]]:
        memory, pids = str(limits.memory), str(limits.threads)
        for controller, name, value in (
            ("memory", "memory.limit_in_bytes", memory),
            ("memory", "memory.memsw.limit_in_bytes", memory),
            ("pids", "pids.max", pids),
            ("cpu", "cpu.cfs_period_us", str(QUOTA_PERIOD_US)),
            ("cpu", "cpu.cfs_quota_us", str(QUOTA_PERIOD_US)),
        ):
            if controller in self._v1:
                yield self._v1[controller], name, value
        for controller, name, value in (
            ("memory", "memory.max", memory),
            ("memory", "memory.swap.max", "0"),
            ("memory", "memory.oom.group", "1"),
            ("pids", "pids.max", pids),
            ("cpu", "cpu.max", f"{QUOTA_PERIOD_US} {QUOTA_PERIOD_US}"),
        ):
            if self._v2 is not None and controller in self._v2_controllers:
                yield self._v2, name, value

    def add(self, process: int) -> None:
        """Move a process in. Raises HostFailure where it has ended."""
        self._move(process, [path for path in self._paths if path != self._late])

    @contextmanager
    def open_fds(self) -> Iterator[list[int]]:
        """Descriptors to which a thread writes "0" to join v1. Raises HostFailure.

        Moving another process can take 10 ms.
        """
        with ExitStack() as stack:
            ends: list[int] = []
            for path in dict.fromkeys(self._v1.values()):
                try:
                    ends.append(os.open(path / "tasks", os.O_WRONLY | os.O_CLOEXEC))
                except OSError as problem:
                    raise HostFailure(f"the cgroup {self.name} is gone: {problem}") from problem
                stack.callback(os.close, ends[-1])
            yield ends

    def move_to_v2(self, process: int) -> None:
        """Move to v2, which no process joins by itself. Raises HostFailure."""
        rest = [path for path in self._paths if path not in self._v1.values()]
        self._move(process, [path for path in rest if path != self._late])

    def _move(self, process: int, paths: Sequence[Path]) -> None:
        self._process = process
        try:
            for path in paths:
                _write(f"{path}/cgroup.procs", str(process))
        except OSError as problem:
            raise HostFailure(f"the jail ended before it was in its cgroup: {problem}") from problem

    def _join_late(self) -> None:
        """Join v2 only when it is needed: joining is slow, and few bots are frozen or measured."""
        if self._late and self._process:
            try:
                (self._late / "cgroup.procs").write_text(str(self._process))
            except OSError:
                self._outside_v2 = True
            self._late = None

    def cpu(self) -> float | None:
        """CPU seconds used; None: not counted."""
        if self._cpu < 0:
            return None
        try:
            output = os.pread(self._cpu, 64, 0)
        except OSError:  # the group was removed
            return None
        if output.startswith(b"usage_usec"):
            return int(output.split(None, 2)[1]) / 1e6
        return int(output) / 1e9

    @property
    def counts_memory(self) -> bool:
        return "memory" in self._v1 or "memory" in self._v2_controllers

    def oom_kills(self) -> int:
        """Processes killed for lack of memory, at any limit."""
        return self._memory_counts("memory.oom_control", "memory.events").get("oom_kill", 0)

    def out_of_memory(self) -> bool:
        return self.oom_kills() > 0 and self._reached_its_limit()

    def _reached_its_limit(self) -> bool:
        """Whether it filled its limit: newer kernels count no failures in v1; the peak tells."""
        if "memory" not in self._v1:
            return self._memory_counts("", "memory.events").get("oom", 0) > 0
        limit = _number(self._v1["memory"] / "memory.limit_in_bytes")
        return self.memory_peak() >= limit - CHARGED_AT_ONCE

    def _memory_counts(self, v1: str, v2: str) -> dict[str, int]:
        folder, name = (self._v1["memory"], v1) if "memory" in self._v1 else (self._v2, v2)
        if folder is None:
            return {}
        try:
            lines = (folder / name).read_text().splitlines()
        except OSError:
            return {}
        return {key: int(count) for key, count in (line.split() for line in lines)}

    def memory_peak(self) -> int:
        """Peak bytes; 0: unknown."""
        if "memory" in self._v1:
            return _number(self._v1["memory"] / "memory.max_usage_in_bytes")
        return _number(self._v2 / "memory.peak") if self._v2 else 0

    def stall_seconds(self) -> float | None:
        """Seconds a task waited for a CPU (PSI; hybrid: since the first call)."""
        self._join_late()
        if self._v2 is None or self._outside_v2:
            return None
        return stall_seconds(self._v2 / "cpu.pressure")

    def freeze(self, *, frozen: bool) -> None:
        self._join_late()
        if self._v2 is not None:
            with suppress(OSError):
                (self._v2 / "cgroup.freeze").write_text("1" if frozen else "0")

    def remove(self) -> None:
        if self._cpu >= 0:
            os.close(self._cpu)
            self._cpu = -1
        _clear(self._paths)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()


def _write(file: str, value: str) -> None:
    """As `write_text`, in three system calls."""
    end = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(end, value.encode())
    finally:
        os.close(end)


def _clear(paths: Sequence[Path]) -> None:
    for path in paths:
        for _ in range(REMOVAL_TRIES):
            if _remove(path):
                break
            with suppress(OSError):
                for process in (path / "cgroup.procs").read_text().split():
                    os.kill(int(process), signal.SIGKILL)  # which also ends frozen processes
            time.sleep(0.005)


def _remove(path: Path) -> bool:
    try:
        path.rmdir()
    except FileNotFoundError:
        return True
    except OSError:  # EBUSY: the kernel still counts a dying process
        return False
    return True


def stall_seconds(file: Path) -> float | None:
    """Read the total of a PSI file's first line, in seconds."""
    try:
        return int(file.read_text().split("\n", 1)[0].rsplit("total=", 1)[1]) / 1e6
    except (OSError, IndexError, ValueError):
        return None


def throttled_seconds() -> float:
    """Seconds this process's groups had no CPU share left."""
    seconds = 0.0
    for folder in _cpu_groups():
        try:
            lines = (folder / "cpu.stat").read_text().splitlines()
            counts = dict(line.split(" ", 1) for line in lines)
        except (OSError, ValueError):
            continue
        seconds += int(counts.get("throttled_usec", 0)) / 1e6
        seconds += int(counts.get("throttled_time", 0)) / 1e9
    return seconds


@cache
def _cpu_groups() -> tuple[Path, ...]:
    own = own_groups()
    groups: list[Path] = []
    for mount, kind, options in mounts():
        name = "" if kind == "cgroup2" else "cpu"
        if name in own and (not name or name in options):
            group = mount / own[name].lstrip("/")
            groups += [group, *(parent for parent in group.parents if parent.is_relative_to(mount))]
    return tuple(groups)


def _number(file: Path) -> int:
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return 0


def detect() -> Backend:
    """Find the cgroups that this process may use, all below its own."""
    v1: dict[str, Path] = {}
    v2: Path | None = None
    own = own_groups()
    for mount, kind, options in mounts():
        if kind == "cgroup2" and "" in own:
            v2 = v2 or _writable(mount, own[""].removesuffix("/" + LEAF))
        for controller in V1_CONTROLLERS:
            if kind == "cgroup" and controller in options and controller in own:
                folder = _writable(mount, own[controller])
                v1 |= {controller: folder} if folder else {}
    controllers = _enable(v2) if v2 else frozenset()
    return Backend(v1, v2, controllers - set(v1))


def own_groups() -> dict[str, str]:
    """Return this process's group by controller; by "" that of v2."""
    groups: dict[str, str] = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        groups |= dict.fromkeys(names.split(","), path)
    return groups


def mounts() -> Iterator[tuple[Path, str, frozenset[str]]]:
    """Yield the place, kind (cgroup or cgroup2) and options of each mounted tree of groups."""
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, where, kind, options, *_ = line.split(" ")
        if kind.startswith("cgroup"):
            yield Path(where), kind, frozenset(options.split(","))


def _writable(mount: Path, group: str) -> Path | None:
    folder = mount / group.lstrip("/")
    procs = folder / "cgroup.procs"
    return folder if os.access(folder, os.W_OK) and os.access(procs, os.W_OK) else None


def _enable(folder: Path) -> frozenset[str]:
    """Turn controllers on below `folder`; return those that are on."""
    there = set((folder / "cgroup.controllers").read_text().split())
    control = folder / "cgroup.subtree_control"
    missing = sorted(there.intersection(V2_CONTROLLERS) - set(control.read_text().split()))
    if missing:
        wanted = " ".join(f"+{name}" for name in missing)
        try:
            control.write_text(wanted)
        except OSError:
            # A v2 group with controllers may have no members: they move into a leaf.
            with suppress(OSError):
                leaf = folder / LEAF
                leaf.mkdir(exist_ok=True)
                for process in (folder / "cgroup.procs").read_text().split():
                    with suppress(OSError):
                        (leaf / "cgroup.procs").write_text(process)
                control.write_text(wanted)
    return frozenset(V2_CONTROLLERS).intersection(control.read_text().split())
