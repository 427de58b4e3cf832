"""Try each layer of the jail here, and say what repairs it."""

import ctypes
import os
import resource
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from sandbox import (
    canary,
    cgroups,
    guest_code,
    jail,
    launch,
    runtimes,
    slots,
    staging,
    staging_folder,
    toolchains,
)
from sandbox.canary import Probe
from sandbox.errors import HostFailure, JailUnavailable
from sandbox.guest import restrict
from sandbox.jail import INSTALL, NEEDED_CGROUPS, Jailer
from sandbox.languages import LANGUAGES, PYTHON
from sandbox.limits import MIB, Limits

Proven = Literal["required", "rootless"]
Need = Literal["rootless", "required", "none"]

LEVELS: Final[tuple[Proven, ...]] = get_args(Proven)
SECONDS: Final = 10.0
NAMESPACES: Final = ("user", "pid", "net", "ipc", "uts", "cgroup")
GROUP: Final = "kingsbench-doctor"
UNPROVEN: Final = "not tried, since no user namespace can be made"
DROP: Final = (
    "setpriv", f"--reuid={slots.FIRST_UID}", f"--regid={slots.FIRST_UID}", "--clear-groups",
    "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all",
)  # fmt: skip
SYSTEMD: Final = Path("/run/systemd/system")
SCOPE: Final = "systemd-run --user --scope -p Delegate=yes ./kingsbench up"
UNIT: Final = "Delegate=yes in the [Service] part of the unit"
LANDLOCK: Final = (
    "a kernel from 5.13 on with landlock among its security modules: add it to lsm= on the kernel's"
    " command line"
)


@dataclass(frozen=True, slots=True)
class Check:
    """`mend`: the command or setting that repairs it.

    `needed_for`: the weakest level that needs it; "none": the jail is only weaker.
    """

    name: str
    holds: bool
    found: str
    mend: str = ""
    needed_for: Need = "rootless"


@dataclass(frozen=True, slots=True)
class LevelCheck:
    level: Proven
    holds: bool
    problem: str
    missing: list[str]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`level` is the strongest proven one, or none."""

    level: Need
    layers: list[Check]
    levels: list[LevelCheck]
    probes: list[Probe]

    @property
    def may_run_strangers(self) -> bool:
        return self.level != "none"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def examine(runtime: Path | None = None) -> Diagnosis:
    """Try all layers, levels and probes as a worker started here would."""
    layers = list(_layers(runtime))
    levels: list[LevelCheck] = []
    for level in LEVELS:
        needed = ("rootless", level)
        missing = [layer.name for layer in layers if not layer.holds and layer.needed_for in needed]
        try:
            jailer = Jailer(level)
        except HostFailure as problem:
            levels.append(LevelCheck(level, False, str(problem), missing))
            continue
        levels.append(LevelCheck(level, True, "", []))
        if jailer.template.zygotes:
            zygotes = Check("zygotes", True, "bots are forked", needed_for="none")
        else:
            found, mend = "every bot starts an interpreter", canary.remedy()
            zygotes = Check("zygotes", False, found, mend, "none")
        # Reported only: times vary, so the file system's kind decides.
        first, again = canary.measure_lookups(jailer.template)
        found = f"a name that is not there takes {first:.1f} µs, again {again:.1f} µs"
        layers += [zygotes, Check("traces of names", True, found, needed_for="none")]
        return Diagnosis(level, layers, levels, canary.run_probes(jailer.template))
    return Diagnosis("none", layers, levels, [])


def _layers(runtime: Path | None) -> Iterator[Check]:
    yield _program("bubblewrap", "bwrap")
    yield _program("setpriv", "setpriv", "rootless" if os.geteuid() == 0 else "required")
    yield _program("interpreter of the bots", str(guest_code.PYTHON))
    yield _filters()
    yield from _namespaces()
    yield _landlock()
    yield _rlimits()
    yield _staging()
    yield _room(runtime)
    yield _slots()
    yield _own_uid()
    yield from _cgroups()


def _program(name: str, program: str, needed_for: Need = "rootless") -> Check:
    output, problem = _run([program, "--version"])
    return Check(name, not problem, problem or output, "" if not problem else INSTALL, needed_for)


def _run(words: Sequence[str]) -> tuple[str, str]:
    try:
        ran = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=SECONDS, errors="replace"
        )
    except FileNotFoundError:
        return "", f"{words[0]} is not found"
    except (OSError, subprocess.TimeoutExpired) as problem:
        return "", f"{words[0]} cannot be run: {problem}"
    output = ((ran.stderr if ran.returncode else ran.stdout).strip().splitlines() or [""])[-1]
    return output, f"exit code {ran.returncode}: {output}" if ran.returncode else ""


def _filters() -> Check:
    """Compiling is checked; the probes show that the kernel obeys."""
    name = "seccomp filters"
    try:
        filters = jail.compiled_filters()
    except (JailUnavailable, OSError) as problem:
        return Check(name, False, str(problem).partition("; run: ")[0], INSTALL)
    library = "libseccomp"
    with suppress(OSError, AttributeError):
        version = ctypes.CDLL("libseccomp.so.2").seccomp_version
        version.restype = ctypes.POINTER(ctypes.c_uint * 3)
        library = f"libseccomp {'.'.join(map(str, version().contents))}"
    return Check(name, True, f"fingerprint {filters.fingerprint}, by {library}")


def _namespaces() -> Iterator[Check]:
    first = _namespace("user")
    if first.holds:
        first = replace(first, found=", ".join(["made", *canary.userns_switches()]))
    yield first
    for kind in NAMESPACES[1:]:
        name = f"{kind} namespace"
        yield _namespace(kind) if first.holds else Check(name, False, UNPROVEN, first.mend)


def _namespace(kind: str) -> Check:
    small_tree = [
        "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64",
        "/lib64",
    ]  # fmt: skip
    words = ["bwrap", *dict.fromkeys(["--unshare-user", f"--unshare-{kind}"]), *small_tree]
    if kind == "uts":
        words += ["--hostname", "jail"]
    _, problem = _run([*_as_slot(), *words, "/usr/bin/true"])
    if not problem:
        return Check(f"{kind} namespace", True, "made")
    missing = launch.missing_programs(own_uid=os.geteuid() == 0)
    return Check(f"{kind} namespace", False, problem, INSTALL if missing else canary.remedy())


def _as_slot() -> list[str]:
    """Root starts nothing of a jail under its own uid."""
    return [*DROP, "--"] if os.geteuid() == 0 else []


def _landlock() -> Check:
    version = restrict.landlock_version()
    covers = [
        what for since, what in ((1, "files"), (4, "TCP"), (6, "signals")) if version >= since
    ]
    found = f"version {version}: {', '.join(covers)}" if version else "the kernel offers none"
    return Check("Landlock", version > 0, found, "" if version else LANDLOCK, "none")


def _rlimits() -> Check:
    """Check that hard limits allow what bots are promised."""
    limits = Limits()
    low = [
        f"{name}={least}"
        for name, what, least in (
            ("LimitAS", resource.RLIMIT_AS, launch.ADDRESS_SPACE),
            ("LimitNOFILE", resource.RLIMIT_NOFILE, 2 * limits.files),
            ("LimitNPROC", resource.RLIMIT_NPROC, 2 * limits.threads),
        )
        if 0 <= resource.getrlimit(what)[1] < least
    ]
    found = f"the hard limits are lower than {', '.join(low)}" if low else "as high as bots need"
    mend = f"in the service's unit: {' '.join(low)}" if low else ""
    return Check("rlimits", not low, found, mend)


def _staging() -> Check:
    name = "staging folder"
    try:
        folder = staging_folder.base_folder()
    except JailUnavailable:
        chosen = os.environ.get(staging_folder.SETTING)
        place = Path(chosen) if chosen else next(staging_folder.candidates())
        return Check(name, False, *_unusable(place))
    kind = staging_folder.file_system(folder)
    if kind != staging_folder.MEMORY:
        found = f"{folder} is on {kind}, which lets bots talk and remember by names"
        return Check(name, False, found, staging_folder.mount_command(_memory_needed(None)))
    return Check(name, True, f"{folder}, on {kind}")


def _unusable(folder: Path) -> tuple[str, str]:
    user, group = os.geteuid(), os.getegid()
    try:
        file = folder.lstat()
    except OSError as problem:
        output = f"{folder} cannot be made or entered: {problem.strerror}"
        return output, staging_folder.mount_command()
    if not folder.is_dir() or folder.is_symlink():
        return f"{folder} is no folder", f"rm {folder} && {staging_folder.mount_command()}"
    if file.st_uid != user:
        mend = f"sudo chown -R {user}:{group} {folder}"
        return f"{folder} belongs to uid {file.st_uid}, not to uid {user}", mend
    if staging_folder.is_noexec(folder):
        mend = f"mount it with exec (docker: --tmpfs {folder}:exec), or set KINGSBENCH_STAGING_DIR"
        return f"{folder} is on a file system mounted noexec", mend
    return (
        f"{folder} cannot be written to",
        f"mount it writable, or: {staging_folder.mount_command()}",
    )


def _room(runtime: Path | None) -> Check:
    name = "room for staging"
    try:
        needed = _memory_needed(runtime)
        folder = staging_folder.base_folder()
        room = staging_folder.free_bytes(folder)
    except (JailUnavailable, OSError) as problem:
        return Check(name, False, str(problem), staging_folder.mount_command())
    found = f"{room // MIB} MiB in {folder}, of which {-(-needed // MIB)} are needed"
    if room >= needed:
        return Check(name, True, found, needed_for="none")
    return Check(name, False, found, staging_folder.enlarge_command(folder, needed), "none")


def _memory_needed(runtime: Path | None) -> int:
    roots: list[tuple[staging.Layer, ...]] = [(runtimes.layer(runtime),) if runtime else ()]
    for language in LANGUAGES:
        with suppress(JailUnavailable):
            roots += [toolchains.find(language).layers] if language != PYTHON else []
    return staging.memory_needed(roots)


def _slots() -> Check:
    name = "slots"
    try:
        folder = staging.locks_folder()
        slots.claim(folder).release()
    except HostFailure as problem:
        return Check(
            name, False, str(problem), "end old workers, or name another KINGSBENCH_STAGING_DIR"
        )
    return Check(name, True, f"{slots.COUNT}, locked in {folder}")


def _own_uid() -> Check:
    name = "uid of its own"
    if os.geteuid() != 0:
        found = f"this is uid {os.geteuid()}, and only root can give each jail a uid"
        return Check(name, False, found, "sudo ./kingsbench up", "required")
    _, problem = _run([*_as_slot(), "/usr/bin/true"])
    last = slots.FIRST_UID + slots.COUNT - 1
    if not problem:
        return Check(name, True, f"from {slots.FIRST_UID} to {last}", needed_for="required")
    able = "run as an ordinary user, or as root with CAP_SETUID, CAP_SETGID and CAP_SETPCAP"
    mend = INSTALL if launch.missing_programs(own_uid=True) else able
    return Check(name, False, problem, mend)


def _cgroups() -> Iterator[Check]:
    """Required controllers, and v2's freezer."""
    backend = cgroups.detect()
    problem = ""  # what fails when a limited group is made
    try:
        with backend.create(f"{GROUP}-{os.getpid()}", Limits()):
            pass
    except HostFailure as failure:
        problem = str(failure)
    for controller in sorted(NEEDED_CGROUPS):
        name = f"cgroup: {controller}"
        if controller in backend.controllers and not problem:
            where = backend.v1.get(controller) or backend.v2
            yield Check(name, True, f"{backend.kind}: {where}", needed_for="required")
        else:
            obstacle = find_obstacle(controller)
            yield Check(name, False, problem or obstacle.found, obstacle.mend, "required")
    if backend.v2:
        yield Check("cgroup: freezer", True, str(backend.v2), needed_for="none")
    else:
        obstacle = find_obstacle("")
        yield Check("cgroup: freezer", False, obstacle.found, obstacle.mend, "none")


# --- what keeps this process from making cgroups --------------------------------------------


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A problem, and the command or setting that repairs it."""

    found: str
    mend: str


def find_obstacle(controller: str) -> Obstacle:
    """Find what blocks memory, pids, cpu, or (empty) v2's freezer."""
    lines = Path("/proc/cgroups").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    if controller in [row[0] for row in rows if row[-1] == "0"]:
        mend = f"add cgroup_enable={controller} to the kernel's command line, and restart"
        return Obstacle(f"the kernel has {controller} switched off", mend)
    mount = _mount_of(controller)
    if mount is None:
        mend = "sudo mount -t cgroup2 cgroup2 /sys/fs/cgroup"
        return Obstacle("no cgroup file system is mounted that has it", mend)
    where, is_v2 = mount
    folder = where / cgroups.own_groups().get("" if is_v2 else controller, "").lstrip("/")
    if folder.exists() and os.statvfs(folder).f_flag & os.ST_RDONLY:
        mend = "none in a container: level rootless needs no cgroups"
        return Obstacle(f"{where} is mounted read-only", mend)
    if os.access(folder / "cgroup.procs", os.W_OK):
        found = f"{folder} has no controller {controller} for groups below it"
    else:
        found = f"uid {os.geteuid()} may not write to {folder}"
    return Obstacle(found, delegation(folder, controller, is_v2=is_v2))


def _mount_of(controller: str) -> tuple[Path, bool] | None:
    """Return (mount, is_v2), preferring the controller's v1 mount."""
    v2: Path | None = None
    for mount, kind, options in cgroups.mounts():
        if kind == "cgroup" and controller in options:
            return mount, False
        if kind == "cgroup2":
            v2 = v2 or mount
    return (v2, True) if v2 else None


def delegation(folder: Path, controller: str, *, is_v2: bool) -> str:
    """Return the setting or command that lets this process make groups below `folder`."""
    if is_v2 and SYSTEMD.is_dir():
        return UNIT if os.geteuid() == 0 else SCOPE
    if is_v2 and controller and os.access(folder, os.W_OK):
        return f"echo +{controller} | sudo tee {folder.parent}/cgroup.subtree_control"
    return f"sudo chown -R {os.geteuid()} {folder}"
