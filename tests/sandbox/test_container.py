"""The jail inside an unprivileged container, under the seccomp profile that we ship.

No container engine is needed: the same kernel features are put together by hand. An ordinary uid
without capabilities and without a way to new ones, in its own process, network and mount
namespaces, on a read-only root with parts of /proc masked, under the profile.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyseccomp
import pytest

from sandbox import guest_code
from tests.hostile.cases import load
from tests.patience import PATIENCE
from tests.sandbox.conftest import HONEST
from tests.sandbox.seccomp_profile import entries

pytestmark = pytest.mark.processes
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="NEEDS ROOT, SO NOTHING WAS TESTED")

PROFILE = guest_code.PROJECT_ROOT / "docker" / "seccomp.json"
ADDED = {"clone", "mount", "pivot_root", "sethostname", "umount2"}
NEW_NAMESPACES = 0x7E020000  # CLONE_NEW*: Docker's own profile allows clone without any of them
USER = 1000
ATTACKS = {
    "process_fork", "process_exec", "process_signal_all", "kernel_mount", "kernel_ptrace",
    "kernel_unshare", "kernel_int80", "network_redis", "network_redis_unix",
    "file_secrets", "file_write_canary", "file_write_anywhere",
    "resource_memory", "resource_descriptors", "time_spin", "death_segfault",
}  # fmt: skip

CONTAINER = """
mount --make-rprivate /
mount --bind "$1" /mnt
mount -t proc proc /proc
mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys
for secret in /proc/kcore /proc/keys /proc/timer_list; do
    if [ -e "$secret" ]; then mount --bind /dev/null "$secret"; fi
done
awk '$3 ~ /^cgroup/ { print $2 }' /proc/self/mounts | while read -r where; do
    mount -o remount,bind,ro "$where"
done
mount -t tmpfs -o nosuid,nodev,exec,mode=755,uid=1000,gid=1000 none /mnt/stage
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 none /tmp
mount -o remount,bind,ro /mnt
mount -o remount,bind,ro /
cd /mnt
shift
exec "$@"
"""


@pytest.fixture
def image(open_house: Path) -> Path:
    """A folder with the sandbox, the bots, and the two programs that the container runs."""
    for name in ("seccomp_profile.py", "worker_in_container.py"):
        shutil.copy(Path(__file__).with_name(name), open_house)
    bots = {case.name: case.source for case in load() if case.name in ATTACKS}
    (open_house / "bots.json").write_text(json.dumps({"honest": HONEST, **bots}))
    return open_house


@pytest.fixture
def run_in_container(image: Path) -> Callable[[Any], Any]:
    """Run the worker in a container with this profile; return its results."""

    def run(profile: Any) -> Any:
        (image / "seccomp.json").write_text(json.dumps(profile))
        python = [str(guest_code.PYTHON), "-B"]
        words = [
            "unshare", "--mount", "--pid", "--fork", "--ipc", "--uts", "--net", "--kill-child",
            "sh", "-ec", CONTAINER, "sh", str(image),
            "setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs",
            "--bounding-set=-all", "--inh-caps=-all", "--",
            *python, "seccomp_profile.py", "seccomp.json",
            *python, "worker_in_container.py", "bots.json",
        ]  # fmt: skip
        environment = {"PATH": os.environ["PATH"], "KINGSBENCH_STAGING_DIR": "/mnt/stage"}
        told = subprocess.run(
            words, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert told.returncode == 0, told.stderr
        return json.loads(told.stdout)

    return run


def ours() -> Any:
    return json.loads(PROFILE.read_text("utf-8"))


def without(profile: Any, *names: str) -> Any:
    """Return the profile without these calls; `clone` then makes only threads and processes."""
    calls = [entry | {"names": [n for n in entry["names"] if n not in names]}
             for entry in profile["syscalls"]]  # fmt: skip
    plain = {"index": 0, "value": NEW_NAMESPACES, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"}
    if "clone" in names:
        calls.append({"names": ["clone"], "action": "SCMP_ACT_ALLOW", "args": [plain]})
    return profile | {"syscalls": calls}


@needs_root
@pytest.mark.jail
def test_in_a_container_the_jail_proves_itself_plays_and_holds(
    run_in_container: Callable[[Any], Any],
) -> None:
    told = run_in_container(ours())
    assert told["status"] == {
        "Uid": str(USER), "CapEff": "0" * 16, "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2",
    }  # fmt: skip
    assert told["stamp"]["level"] == told["doctor"]["level"] == "rootless"
    assert told["stamp"]["cgroups"] == "none"
    assert told["forked"]
    assert len(told["scores"]) == 2
    expected = {case.name: case.expect for case in load() if case.name in ATTACKS}
    assert told["endings"].keys() == expected.keys() == ATTACKS
    assert not told["was_reached"]
    for name, ended in told["endings"].items():
        own = ("error memory",) if name == "resource_memory" else ()
        assert ended.startswith((*expected[name], *own)), name


@needs_root
@pytest.mark.jail
@pytest.mark.parametrize("name", sorted(ADDED))
def test_without_an_added_call_nothing_runs_and_the_message_names_the_profile(
    name: str, run_in_container: Callable[[Any], Any]
) -> None:
    told = run_in_container(without(ours(), name))
    assert "docker/seccomp.json" in told["unavailable"]
    assert told["doctor"]["level"] == "none"
    mended = {layer["mend"] for layer in told["doctor"]["layers"] if not layer["holds"]}
    assert any("seccomp=docker/seccomp.json" in mend for mend in mended)


def test_the_profile_adds_five_calls_and_no_more_than_it_says() -> None:
    profile = ours()
    assert set(profile["syscalls"][-1]["names"]) == ADDED
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    allowed = {
        name
        for entry in profile["syscalls"]
        if entry["action"] == "SCMP_ACT_ALLOW"
        for name in entry["names"]
    }
    assert not allowed & {
        "unshare", "setns", "ptrace", "bpf", "keyctl", "add_key", "userfaultfd", "perf_event_open",
        "io_uring_setup", "init_module", "kexec_load", "open_by_handle_at", "chroot", "reboot",
        "move_mount", "open_tree", "fsopen", "mount_setattr", "clone3", "process_vm_readv",
    }  # fmt: skip


def test_the_profile_has_no_misspelt_call() -> None:
    newer = {"mseal"}  # than Debian's libseccomp
    names = {name for entry in ours()["syscalls"] for name in entry["names"]}
    machines = (pyseccomp.Arch.X86_64, pyseccomp.Arch.AARCH64)
    known = {n for n in names if any(pyseccomp.resolve_syscall(m, n) >= 0 for m in machines)}
    assert names - known <= newer


def test_entries_count_as_the_runtime_counts_them() -> None:
    profile = {
        "syscalls": [
            {"names": ["always"]},
            {"names": ["for root"], "includes": {"caps": ["CAP_SYS_ADMIN"]}},
            {"names": ["for others"], "excludes": {"caps": ["CAP_SYS_ADMIN"]}},
            {"names": ["here"], "includes": {"arches": ["amd64", "x32"]}},
            {"names": ["elsewhere"], "excludes": {"arches": ["amd64"]}},
            {"names": ["old enough"], "includes": {"minKernel": "4.8"}},
            {"names": ["too new"], "includes": {"minKernel": "6.20"}},
            {"names": ["outgrown"], "excludes": {"minKernel": "4.8"}},
        ]
    }
    found = entries(profile, architecture="amd64", kernel=(6, 1))
    names = [name for entry in found for name in entry["names"]]
    assert names == ["always", "for others", "here", "old enough"]
