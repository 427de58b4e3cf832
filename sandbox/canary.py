"""Try to break out of the jail before strangers' code may run."""

import signal
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sandbox import run_once, staging, staging_folder
from sandbox.errors import HostFailure, JailUnavailable
from sandbox.errors import gettext_noop as _
from sandbox.guest import restrict
from sandbox.guest.canary import DEATHS, LANDLOCK, PROBES, SURROUNDINGS, TIMES
from sandbox.launch import JailTemplate
from sandbox.limits import Limits
from sandbox.zygote import ZygotePool

SECONDS: Final = 30.0
MOST: Final = 8192
LIMITS: Final = Limits()
SWITCHES: Final = (  # name, value that forbids user namespaces, value that allows them
    ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),
    ("kernel.unprivileged_userns_clone", "0", "1"),
    ("user.max_user_namespaces", "0", "15000"),
)
FILTERED: Final = "Seccomp:\t2"  # in /proc/self/status: another filter is on
CONTAINER: Final = (
    "this process is filtered, as in a container: run that with --security-opt "
    "seccomp=docker/seccomp.json, and with apparmor=unconfined where the host has AppArmor"
)
# Kernels without 32-bit calls end the caller with SIGSEGV.
DEADLY: Final = (-signal.SIGSYS, -signal.SIGSEGV)


@dataclass(frozen=True, slots=True)
class Probe:
    """One attempt; `name` completes "a bot could ..."."""

    group: str
    name: str
    held: bool


def prove(template: JailTemplate) -> JailTemplate:
    """Try every probe; drop zygotes that do not work here.

    Raises JailUnavailable naming the holes, or files outside memory.
    """
    staging_folder.require_memory([template.root, staging.subfolder("bots", 0o711)])
    holes = [probe.name for probe in run_probes(template) if not probe.held]
    if template.zygotes:
        try:
            forked = run_probes(template, template.zygotes)
        except JailUnavailable:
            template.zygotes.close()
            template = replace(template, zygotes=None)
        else:
            holes += [f"{probe.name} (forked)" for probe in forked if not probe.held]
    if holes:
        raise JailUnavailable(
            _("the jail has holes, so nothing runs: a bot could %(names)s"), names=", ".join(holes)
        )
    return template


def run_probes(template: JailTemplate, zygotes: ZygotePool | None = None) -> list[Probe]:
    """Run every probe. Raises JailUnavailable."""
    probes: list[Probe] = []
    try:
        # Each death costs a zygote; a fork has a cold start's filter, so one will do.
        for name in list(DEATHS)[: 1 if zygotes else None]:
            code = _run(template, name, zygotes).code
            probes.append(Probe("kernel", name, code in DEADLY))
        *lines, _end = _lines(_run(template, "", zygotes))
    except HostFailure as problem:
        if isinstance(problem, JailUnavailable):
            raise
        words = _("no jail can be made: %(problem)s; %(remedy)s")
        raise JailUnavailable(words, problem=problem, remedy=remedy()) from problem
    groups = {name: group for group, names in PROBES.items() for name in names}
    for line in lines:
        state, name = line.split("\t")
        if name != LANDLOCK or restrict.landlock_version() > 0:  # optional; the stamp shows it
            probes.append(Probe(groups.get(name, SURROUNDINGS), name, state == "held"))
    return probes


def measure_lookups(template: JailTemplate) -> tuple[float, float]:
    """Median µs to find a name missing, first and again. Raises JailUnavailable."""
    first, again, _ = _lines(_run(template, TIMES, None))
    return int(first) / 1000, int(again) / 1000


def _lines(answer: run_once.Result) -> list[str]:
    if not answer.data.endswith(b"end\n"):
        output = answer.output or f"exit code {answer.code}"
        words = _("the jail's canary died: %(output)s; %(remedy)s")
        raise JailUnavailable(words, output=output, remedy=remedy())
    return answer.data.decode().splitlines()


def _run(template: JailTemplate, order: str, zygotes: ZygotePool | None) -> run_once.Result:
    rights: tuple[str, ...] = ()
    if template.toolchain is not None:
        filter_file = f"/{staging.CODE}/{staging.FILTER}"
        rights = (str(LIMITS.memory), ":".join(template.toolchain.execute or (filter_file,)), "/")
    return run_once.run(
        template, "canary", order.encode(), LIMITS, seconds=SECONDS, most=MOST, zygotes=zygotes,
        more=rights,
    )  # fmt: skip


def userns_switches() -> list[str]:
    files = {name: Path("/proc/sys") / name.replace(".", "/") for name, _, _ in SWITCHES}
    return [f"{name}={file.read_text().strip()}" for name, file in files.items() if file.exists()]


def remedy() -> str:
    """Return the command that allows user namespaces."""
    stand = userns_switches()
    remedies = [
        f"run: sudo sysctl -w {name}={allows}"
        for name, forbids, allows in SWITCHES
        if f"{name}={forbids}" in stand
    ]
    if FILTERED in Path("/proc/self/status").read_text():
        remedies.append(CONTAINER)
    return "; ".join(remedies) or "are user namespaces allowed here? try: unshare --user true"
