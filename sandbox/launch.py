"""Start and end of one jailed process."""

import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from sandbox import cgroups, orphans, slots, staging
from sandbox.errors import HostFailure
from sandbox.guest_code import ENVIRONMENT, OPTIONS, PYTHON
from sandbox.host_pressure import HostWatch
from sandbox.limits import MIB, Limits
from sandbox.runner import START_GUARD, Prepared, process_cpu
from sandbox.toolchains import Toolchain

if TYPE_CHECKING:
    from sandbox.zygote import ZygotePool

INTERPRETER: Final = (str(PYTHON), *OPTIONS, "-c")
ADDRESS_SPACE: Final = 1024 * MIB  # where a cgroup counts memory; else twice the memory limit
END_GUARD: Final = 5.0


@dataclass(frozen=True, slots=True)
class JailTemplate:
    """Settings of all of a worker's jails.

    `outer` None: no jail. `zygotes` None: cold starts. `toolchain`: for bots that are programs.
    """

    root: Path
    outer: bytes | None
    own_uid: bool
    backend: cgroups.Backend | None
    locks: Path
    zygotes: "ZygotePool | None" = None
    toolchain: Toolchain | None = None

    @property
    def counts_memory(self) -> bool:
        return self.backend is not None and "memory" in self.backend.controllers

    def run_bot(
        self, bot: Prepared, limits: Limits, *, inside: int, answers: int, log: int
    ) -> "Jail":
        module, more = "loop", tuple[str, ...]()
        if self.toolchain:
            module = "program"
            more = self.toolchain.words(bot.manifest, limits, counted=self.counts_memory)
        return self.launch_guest(
            module, bot.folder, limits, inside=inside, answers=answers, log=log, more=more
        )

    def launch_guest(
        self, module: str, bot: Path | None, limits: Limits, *,
        inside: int, answers: int, log: int, more: Sequence[str] = (),
    ) -> "Jail":  # fmt: skip
        """Start a guest module's `main()`. Raises HostFailure.

        Forks Python bots if possible; cold starts get `more` words. The caller closes the
        descriptors.
        """
        if module == "loop" and bot and self.zygotes:
            with suppress(HostFailure):
                return self.zygotes.fork(self, module, bot, limits, (inside, answers, log))
        words = [str(inside), str(answers), *self.guest_arguments(bot, limits), *more]
        return self.start_program(
            [*guest_command(module), *words], bot, limits, (inside, answers), log
        )

    def start_program(
        self, program: list[str], bot: Path | None, limits: Limits, ends: Sequence[int], log: int,
        place: str = staging.BOT,
    ) -> "Jail":  # fmt: skip
        """Start a program in a new jail, which has the bot's folder at `place`.

        Raises HostFailure.
        """
        slot = slots.claim(self.locks)
        try:
            if self.outer is None:  # no jail: for bundled bots only
                environment = {**ENVIRONMENT, "PYTHONPATH": str(self.root / staging.CODE)}
                monitor = _spawn(program, ends, log, environment)
                end = _Monitor(monitor, slot, jailed=False)
                return Jail(monitor.pid, os.pidfd_open(monitor.pid), slot, None, end, jailed=False)
            return _Start(self, slot, bot, limits, place).run(program, ends, log)
        except BaseException:
            slot.release()
            raise

    def guest_arguments(self, bot: Path | None, limits: Limits) -> list[str]:
        """Return the guest's arguments after its descriptors."""
        jailed = self.outer is not None
        memory = ADDRESS_SPACE if self.counts_memory else 2 * limits.memory
        return [
            *map(str, (max(memory, limits.memory), limits.threads, limits.files)),
            f"/{staging.CODE}/{staging.FILTER}" if jailed else "-",
            f"/{staging.BOT}" if jailed else str(bot),
        ]


def guest_command(module: str) -> list[str]:
    return [*INTERPRETER, f"from sandbox.guest.{module} import main; main()"]


def jail_command(
    root: Path, bot: Path | None, place: str, *, uid: int | None, seccomp: int, info: int
) -> list[str]:
    """Bubblewrap's words; it reads the filter from descriptor `seccomp` and reports on `info`."""
    drop = [
        "setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs",
        "--bounding-set=-all", "--inh-caps=-all", "--",
    ]  # fmt: skip
    packages = [staging.PACKAGES] if (root / staging.PACKAGES.lstrip("/")).exists() else []
    environment = {**ENVIRONMENT, "PYTHONPATH": ":".join([f"/{staging.CODE}", *packages])}
    jail = [
        "bwrap", "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net",
        "--unshare-uts", "--unshare-cgroup", "--die-with-parent", "--new-session", "--as-pid-1",
        "--cap-drop", "ALL", "--hostname", "jail", "--clearenv",
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
        "--ro-bind", str(root), "/",
        *(("--ro-bind", str(bot), f"/{place}") if bot else ()),
        "--dev-bind", "/dev/null", "/dev/null", "--dev-bind", "/dev/urandom", "/dev/urandom",
        "--chdir", "/", "--add-seccomp-fd", str(seccomp), "--info-fd", str(info), "--",
    ]  # fmt: skip
    return [*(drop if uid is not None else []), *jail]


def _spawn(
    words: list[str], ends: Sequence[int], log: int, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=ends, cwd="/",
            env=dict(environment), start_new_session=True,
        )  # fmt: skip
    except OSError as problem:
        raise HostFailure(f"{words[0]} could not be started: {problem}") from problem


class _Start:
    """One start of a jailed program, which joins its cgroup while its interpreter starts.

    Joining takes up to 10 ms. Until then the program can do no harm: it cannot fork, and it loads
    no bot before the first question, which is sent afterwards.
    """

    def __init__(
        self, template: JailTemplate, slot: slots.Slot, bot: Path | None, limits: Limits, place: str
    ) -> None:
        self._template, self._slot, self._limits = template, slot, limits
        self._bot, self._place = bot, place

    def run(self, program: list[str], ends: Sequence[int], log: int) -> "Jail":
        """Start the program. Raises HostFailure, leaving nothing behind."""
        seccomp = os.memfd_create("filter")
        info, output = os.pipe()
        try:
            os.write(seccomp, self._template.outer or b"")
            os.lseek(seccomp, 0, os.SEEK_SET)
            monitor = self._spawn(program, ends, log, seccomp, output)
            os.close(output)
            output = -1
            return self._admit(monitor, info)
        finally:
            for end in (seccomp, info, output):
                if end >= 0:
                    os.close(end)

    def _spawn(
        self, program: list[str], ends: Sequence[int], log: int, seccomp: int, info: int
    ) -> subprocess.Popen[bytes]:
        uid = self._slot.uid if self._template.own_uid else None
        root, bot, place = self._template.root, self._bot, self._place
        words = jail_command(root, bot, place, uid=uid, seccomp=seccomp, info=info)
        environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            orphans.SLOT_VARIABLE: self._slot.name,
        }
        return _spawn([*words, *program], [*ends, seccomp, info], log, environment)

    def _admit(self, monitor: subprocess.Popen[bytes], info: int) -> "Jail":
        cgroup: cgroups.Cgroup | None = None
        try:
            if self._template.backend:
                cgroup = self._template.backend.create(self._slot.name, self._limits)
            process = _report(info)["child-pid"]
            handle = os.pidfd_open(process)
        except BaseException as problem:
            monitor.kill()
            monitor.wait()
            if cgroup:
                cgroup.remove()
            if isinstance(problem, OSError):
                raise HostFailure(f"bubblewrap made no jail: {problem}") from problem
            raise
        end = _Monitor(monitor, self._slot, jailed=True)
        jail = Jail(process, handle, self._slot, cgroup, end, jailed=True)
        try:
            if cgroup:
                cgroup.add(process)
        except BaseException:
            jail.close()
            raise
        return jail


def _report(info: int) -> dict[str, Any]:
    data = bytearray()
    deadline = time.monotonic() + START_GUARD
    while not data.rstrip().endswith(b"}"):
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([info], [], [], left)[0]:
            raise HostFailure("bubblewrap reported no child in time")
        if not (chunk := os.read(info, 4096)):
            raise HostFailure("bubblewrap ended before it had made the jail")
        data += chunk
    report: dict[str, Any] = json.loads(data)
    return report


class ProcessEnd(Protocol):
    """Reports how a jailed process ended."""

    def wait(self, timeout: float) -> int | None:
        """As `Jail.wait`."""

    def end_game(self) -> None:
        """As `Jail.end_game`."""

    def kill(self) -> None:
        """Kill a reporter that stays silent."""

    def release(self) -> None:
        """Return or keep the slot."""


class _Monitor:
    def __init__(self, monitor: subprocess.Popen[bytes], slot: slots.Slot, *, jailed: bool) -> None:
        self._monitor = monitor  # bubblewrap; without a jail, the process itself
        self._slot = slot
        self._jailed = jailed

    def wait(self, timeout: float) -> int | None:
        try:
            code = self._monitor.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        return 128 - code if self._jailed and code > 128 else code

    def end_game(self) -> None:
        """Do nothing: no part of this jail serves another bot."""

    def kill(self) -> None:
        self._monitor.kill()
        self._monitor.wait()

    def release(self) -> None:
        self._slot.release()


class Jail:
    def __init__(
        self, process: int, handle: int, slot: slots.Slot, cgroup: cgroups.Cgroup | None,
        end: ProcessEnd, *, jailed: bool,
    ) -> None:  # fmt: skip
        self.cgroup = cgroup
        self.process = process  # as the host numbers it
        self.jailed = jailed
        self._handle = handle
        self._slot = slot
        self._end = end
        self._cpu = 0.0

    @property
    def slot(self) -> slots.Slot:
        return self._slot

    def cpu(self) -> float:
        """CPU seconds used; after the end, the last known."""
        used = self.cgroup.cpu() if self.cgroup else None
        if used is None:
            used = process_cpu(self.process) if self._handle >= 0 else 0.0
        self._cpu = max(self._cpu, used)
        return self._cpu

    def is_alive(self) -> bool:
        return self._handle >= 0 and not select.select([self._handle], [], [], 0)[0]

    def watch(self) -> HostWatch:
        return HostWatch(self)

    def freeze(self, *, frozen: bool) -> None:
        if self.cgroup:
            self.cgroup.freeze(frozen=frozen)

    def wait(self, timeout: float) -> int | None:
        """Exit code or negative signal; None after `timeout` seconds."""
        return self._end.wait(timeout)

    def end_game(self) -> None:
        """Say that nothing is asked any more: how the bot ends is of no account."""
        self._end.end_game()

    def out_of_memory(self) -> bool:
        return self.cgroup is not None and self.cgroup.out_of_memory()

    def was_killed_for_others(self) -> bool:
        """Whether the kernel killed it at the host's or a parent group's memory limit."""
        return self.cgroup is not None and self.cgroup.oom_kills() > 0 and not self.out_of_memory()

    def memory_peak(self) -> int | None:
        """Peak bytes; None: not counted."""
        counted = self.cgroup is not None and self.cgroup.counts_memory
        return self.cgroup.memory_peak() if self.cgroup and counted else None

    def close(self) -> None:
        """Kill it and free all it holds."""
        if self._handle < 0:
            return
        self.cpu()
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)
        select.select([self._handle], [], [], START_GUARD)  # readable: ended
        os.close(self._handle)
        self._handle = -1
        if self.wait(END_GUARD) is None:  # its reaper reports the end
            self._end.kill()
        if self.cgroup:
            self.cgroup.remove()
        self._end.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def missing_programs(*, own_uid: bool) -> list[str]:
    return [
        name for name in ("bwrap", *(("setpriv",) if own_uid else ())) if not shutil.which(name)
    ]
