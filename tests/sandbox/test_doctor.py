"""The doctor on really broken setups: every problem is named, with its remedy."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox import doctor, guest_code, staging_folder
from sandbox.jail import Jailer
from tests.sandbox.conftest import NOBODY

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="NEEDS ROOT, SO NOTHING WAS TESTED")
pytestmark = [pytest.mark.jail, needs_root]

EXAMINE = "import json; from sandbox.doctor import examine; print(json.dumps(examine().to_json()))"
AS_NOBODY = (
    "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--bounding-set=-all",
    "--",
)  # fmt: skip
ROOTLESS = {"uid of its own", "cgroup: cpu", "cgroup: memory", "cgroup: pids", "cgroup: freezer"}


def examined(house: Path, *before: str, **environment: str) -> Any:
    """Run the doctor, prefixed by this command, and return its findings."""
    given = {"PATH": os.environ["PATH"], "KINGSBENCH_STAGING_DIR": str(house / "stage")}
    told = subprocess.run(
        [*before, str(guest_code.PYTHON), "-B", "-c", EXAMINE],
        cwd=house, env=given | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


def elsewhere(script: str) -> tuple[str, ...]:
    """Return a command prefix that changes the mounts for the rest of the command only."""
    return ("unshare", "--mount", "sh", "-ec", f'{script}\nexec "$@"', "sh")


def layers(found: Any) -> dict[str, Any]:
    return {layer["name"]: layer for layer in found["layers"]}


def ills(found: Any) -> set[str]:
    return {layer["name"] for layer in found["layers"] if not layer["holds"]}


@pytest.fixture
def path_without(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a PATH folder with what the doctor needs except bubblewrap."""
    with_others = Path(f"/tmp/kingsbench-path-{os.getpid()}")
    with_others.mkdir(mode=0o755)
    for name in ("setpriv", "ldd", "sh", "ldconfig"):
        (with_others / name).symlink_to(shutil.which(name) or f"/sbin/{name}")
    yield with_others
    shutil.rmtree(with_others)


def test_where_all_is_well_the_level_is_the_jailers(jailer: Jailer) -> None:
    found = doctor.examine()
    assert found.level == jailer.level
    assert found.may_run_strangers
    named = {layer.name: layer.found for layer in found.layers}
    assert "user.max_user_namespaces=" in named["user namespace"]
    assert (
        named["cgroup: memory"].split(":")[0] in ("v1", "v2", "hybrid") or found.level != "required"
    )
    assert {probe.held for probe in found.probes} == {True}
    assert [layer.name for layer in found.layers if not layer.holds and not layer.mend] == []
    assert json.loads(json.dumps(found.to_json()))["levels"][-1]["holds"]


def test_an_ordinary_user_learns_what_the_better_level_would_need(open_house: Path) -> None:
    found = examined(open_house, *AS_NOBODY)
    assert found["level"] == "rootless"
    assert ills(found) == ROOTLESS
    required, rootless = found["levels"]
    assert set(required["missing"]) == ROOTLESS - {"cgroup: freezer"}
    assert (required["problem"], rootless["holds"]) == (
        "level required needs root, to give each jail a uid of its own", True,
    )  # fmt: skip
    assert layers(found)["uid of its own"]["mend"] == "sudo ./kingsbench up"
    assert layers(found)["cgroup: memory"]["found"].startswith(f"uid {NOBODY} may not write to /")
    assert layers(found)["cgroup: memory"]["mend"]


def test_without_bubblewrap_the_line_installs_it(open_house: Path, path_without: Path) -> None:
    found = examined(open_house, *AS_NOBODY, PATH=str(path_without))
    assert found["level"] == "none"
    assert found["probes"] == []
    bubblewrap = layers(found)["bubblewrap"]
    assert bubblewrap["found"] == "bwrap is not found"
    assert bubblewrap["mend"].startswith("sudo apt-get install -y bubblewrap")
    assert layers(found)["user namespace"]["mend"] == bubblewrap["mend"]
    assert "bubblewrap" in found["levels"][-1]["missing"]


def test_a_broken_bubblewrap_is_told_by_its_own_words(open_house: Path, path_without: Path) -> None:
    broken = path_without / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: cannot do this' >&2\nexit 7\n")
    broken.chmod(0o755)
    found = examined(open_house, *AS_NOBODY, PATH=str(path_without))
    assert found["level"] == "none"
    assert layers(found)["bubblewrap"]["found"] == "exit code 7: bwrap: cannot do this"
    assert layers(found)["user namespace"]["found"] == "exit code 7: bwrap: cannot do this"


def test_a_switch_that_forbids_user_namespaces_is_named(open_house: Path) -> None:
    shut = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    inside = ("unshare", "--user", "--map-current-user", "--keep-caps", "sh", "-c", shut, "sh")
    found = examined(open_house, *AS_NOBODY, *inside)
    assert found["level"] == "none"
    user = layers(found)["user namespace"]
    assert user["found"].startswith("exit code 1: bwrap: ")
    assert user["mend"] == "run: sudo sysctl -w user.max_user_namespaces=15000"
    assert layers(found)["net namespace"]["found"] == doctor.UNPROVEN


@pytest.mark.parametrize("is_told_to_the_linker", [True, False])
def test_without_libseccomp_the_line_installs_it(
    open_house: Path, is_told_to_the_linker: bool
) -> None:
    folder = next(Path("/usr/lib").glob("*/libseccomp.so.2")).parent
    hide = f"""
mount -t tmpfs none /mnt
mkdir /mnt/up /mnt/work
for file in {folder}/libseccomp.so*; do mknod "/mnt/up/${{file##*/}}" c 0 0; done
mount -t overlay none -o lowerdir={folder},upperdir=/mnt/up,workdir=/mnt/work {folder}
"""
    forget = "ldconfig -C /mnt/cache && mount --bind /mnt/cache /etc/ld.so.cache"
    script = hide + (forget if is_told_to_the_linker else "")
    found = examined(open_house, *elsewhere(script), *AS_NOBODY)
    assert found["level"] == "none"
    assert ills(found) == {"seccomp filters"} | ROOTLESS
    assert "libseccomp" in layers(found)["seccomp filters"]["found"]
    assert "libseccomp2" in layers(found)["seccomp filters"]["mend"]
    assert "libseccomp2" in found["levels"][-1]["problem"]


def test_cgroups_that_are_mounted_read_only_leave_level_rootless(open_house: Path) -> None:
    lock = (
        "awk '$3 ~ /^cgroup/ { print $2 }' /proc/self/mounts | while read where; do"
        ' mount --bind "$where" "$where"; mount -o remount,bind,ro "$where"; done'
    )
    found = examined(open_house, *elsewhere(lock), *AS_NOBODY)
    memory = layers(found)["cgroup: memory"]
    assert memory["found"].endswith("is mounted read-only")
    assert memory["mend"] == "none in a container: level rootless needs no cgroups"
    assert found["level"] == "rootless"


def test_without_any_cgroup_mount_the_line_mounts_one(open_house: Path) -> None:
    found = examined(open_house, *elsewhere("umount --all --types cgroup,cgroup2"), *AS_NOBODY)
    assert layers(found)["cgroup: pids"]["found"].startswith("no cgroup file system is mounted")
    assert layers(found)["cgroup: pids"]["mend"].startswith("sudo mount -t cgroup2")
    assert found["level"] == "rootless"


def test_a_root_that_may_not_change_its_uid_is_told_so(open_house: Path) -> None:
    weak = ("setpriv", "--bounding-set=-setuid,-setgid", "--")
    found = examined(open_house, *weak, KINGSBENCH_STAGING_DIR=str(staging_folder.base_folder()))
    assert found["level"] == "none"
    assert "uid of its own" in ills(found)
    assert "ordinary user" in layers(found)["uid of its own"]["mend"]
    assert "uid of its own" in found["levels"][-1]["missing"]


def test_a_staging_folder_of_another_user_is_named_with_its_owner(open_house: Path) -> None:
    stage = open_house / "stage"
    subprocess.run(["chown", "-R", "0:0", stage], check=True)
    found = examined(open_house, *AS_NOBODY)
    assert found["level"] == "none"
    staged = layers(found)["staging folder"]
    assert staged["found"] == f"{stage} belongs to uid 0, not to uid {NOBODY}"
    assert staged["mend"] == f"sudo chown -R {NOBODY}:{NOBODY} {stage}"
    subprocess.run(staged["mend"].removeprefix("sudo ").split(), check=True)
    assert examined(open_house, *AS_NOBODY)["level"] == "rootless"


def test_a_staging_folder_that_cannot_be_made_is_named(open_house: Path) -> None:
    place = open_house / "bot.py" / "stage"
    found = examined(open_house, *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(place))
    assert layers(found)["staging folder"]["found"].startswith(f"{place} cannot be made")
    link = open_house / "link"
    link.symlink_to(open_house / "stage")
    found = examined(open_house, *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(link))
    assert layers(found)["staging folder"]["found"] == f"{link} is no folder"


def test_a_staging_folder_from_which_nothing_can_be_run_is_named(open_house: Path) -> None:
    stage = open_house / "noexec"
    stage.mkdir()
    mount = f"mount -t tmpfs -o noexec,uid={NOBODY},mode=755 none {stage}"
    found = examined(open_house, *elsewhere(mount), *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(stage))
    assert found["level"] == "none"
    assert layers(found)["staging folder"]["found"].endswith("mounted noexec")
    assert f"--tmpfs {stage}:exec" in layers(found)["staging folder"]["mend"]


def test_slots_whose_locks_are_another_users_are_named(open_house: Path) -> None:
    locks = open_house / "stage" / "slots"
    lock = "mount -t tmpfs none {0}; for n in $(seq 0 399); do (umask 77; : > {0}/$n.lock); done"
    for script, words in (
        (lock + f"; chown {NOBODY} {{0}}", "cannot be opened: Permission denied"),
        ("mount -t tmpfs none {0}", "cannot be used: Operation not permitted"),
    ):
        locks.mkdir(exist_ok=True)
        os.chown(locks, NOBODY, NOBODY)  # the first user makes it for all
        found = examined(open_house, *elsewhere(script.format(locks)), *AS_NOBODY)
        assert found["level"] == "none"
        assert layers(found)["slots"]["found"].endswith(words)
        assert words in found["levels"][-1]["problem"]


def test_a_full_disk_is_told_and_not_a_crash(open_house: Path) -> None:
    stage = open_house / "full"
    stage.mkdir()
    mount = f"mount -t tmpfs -o size=1m,uid={NOBODY},mode=755 none {stage}"
    found = examined(open_house, *elsewhere(mount), *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(stage))
    assert found["level"] == "none"
    assert "No space left on device" in found["levels"][-1]["problem"]


def test_limits_below_what_a_bot_is_promised_are_named(open_house: Path) -> None:
    found = examined(open_house, "prlimit", "--nofile=48:48", "--", *AS_NOBODY)
    assert layers(found)["rlimits"]["mend"] == "in the service's unit: LimitNOFILE=64"


def test_the_remedy_for_cgroups_fits_the_place() -> None:
    folder = Path("/sys/fs/cgroup/user.slice")
    by_hand = doctor.delegation(folder, "memory", is_v2=False)
    assert by_hand == f"sudo chown -R {os.geteuid()} {folder}"


def test_a_staging_folder_on_a_disk_is_named_and_the_line_mends_it(
    open_house: Path, on_disk: Path
) -> None:
    stage = on_disk / "stage"
    stage.mkdir()
    os.chown(stage, NOBODY, NOBODY)
    found = examined(open_house, *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(stage))
    assert found["level"] == "none"
    assert ills(found) == {"staging folder"} | ROOTLESS
    staged = layers(found)["staging folder"]
    kind = staging_folder.file_system(on_disk)
    assert staged["found"].startswith(f"{stage} is on {kind}")
    assert f"run: sudo mkdir -p {stage} && sudo mount -t tmpfs" in found["levels"][-1]["problem"]
    mended = elsewhere(staged["mend"].replace("sudo ", ""))
    found = examined(open_house, *mended, *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(stage))
    assert found["level"] == "rootless"
    assert layers(found)["staging folder"]["found"] == f"{stage}, on tmpfs"


def test_memory_that_does_not_hold_all_languages_is_named_and_the_line_mends_it(
    open_house: Path,
) -> None:
    stage = open_house / "small"
    stage.mkdir()
    mount = f"mount -t tmpfs -o size=80m,uid={NOBODY},mode=755 none {stage}"
    found = examined(open_house, *elsewhere(mount), *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(stage))
    assert found["level"] == "rootless"
    room = layers(found)["room for staging"]
    assert room["found"].startswith(f"80 MiB in {stage}, of which ")
    mended = elsewhere(f"{mount}; {room['mend'].removeprefix('sudo ')}")
    found = examined(open_house, *mended, *AS_NOBODY, KINGSBENCH_STAGING_DIR=str(stage))
    assert layers(found)["room for staging"]["holds"]


def test_how_long_names_take_is_measured_in_a_jail(jailer: Jailer) -> None:
    found = doctor.examine()
    (names,) = [layer.found for layer in found.layers if layer.name == "traces of names"]
    first, again = map(float, re.findall(r"takes ([\d.]+) µs, again ([\d.]+) µs", names)[0])
    assert first > 0 < again
