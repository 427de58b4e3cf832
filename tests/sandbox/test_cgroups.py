"""Control groups limit, count, freeze and vanish."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox import cgroups
from sandbox.errors import HostFailure
from sandbox.limits import MIB, Limits
from tests.patience import PROMPT

BACKEND = cgroups.detect()
pytestmark = [
    pytest.mark.jail,
    pytest.mark.skipif(not BACKEND.controllers, reason="NO WRITABLE CGROUPS, SO NONE WERE TESTED"),
]
BURN = ["python3", "-c", "while True: pass"]


@pytest.fixture
def group() -> Iterator[cgroups.Cgroup]:
    with BACKEND.create(f"kingsbench-test-{os.getpid()}", Limits(memory=64 * MIB)) as made:
        yield made


def started(group: cgroups.Cgroup, *words: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(words)
    group.add(process.pid)
    return process


def test_cpu_is_counted(group: cgroups.Cgroup) -> None:
    source = "import time\nwhile time.process_time() < 0.3: pass"
    process = started(group, "python3", "-c", source)
    process.wait()
    used = group.cpu()
    assert used is not None
    assert 0.2 < used < 0.5  # the interpreter's own start may fall before the move


def test_a_frozen_group_uses_no_cpu(group: cgroups.Cgroup) -> None:
    if BACKEND.v2 is None:
        pytest.skip("FREEZING NEEDS A V2 MOUNT")
    process = started(group, *BURN)
    group.freeze(frozen=True)
    time.sleep(0.05)
    before = group.cpu()
    time.sleep(0.2)
    assert group.cpu() == before
    process.kill()
    process.wait()


def test_memory_beyond_the_limit_kills_and_is_told(group: cgroups.Cgroup) -> None:
    source = "import sys; sys.stdin.read(1); x = b'x' * (200 << 20)"
    with subprocess.Popen(["python3", "-c", source], stdin=subprocess.PIPE) as process:
        group.add(process.pid)
        process.communicate(b"!")
    assert process.returncode == -9
    assert group.oom_kills() == 1
    assert group.out_of_memory()


def test_a_kill_below_the_groups_own_limit_is_not_its_own(group: cgroups.Cgroup) -> None:
    source = "import sys; sys.stdin.read(1); x = b'x' * (20 << 20); sys.stdin.read()"
    with subprocess.Popen(["python3", "-c", source], stdin=subprocess.PIPE) as process:
        group.add(process.pid)
        process.communicate(b"!")
    assert 20 * MIB < group.memory_peak() < 64 * MIB
    assert not group._reached_its_limit()
    assert not group.out_of_memory()


def test_removing_kills_what_is_left(group: cgroups.Cgroup) -> None:
    process = started(group, "sleep", "100")
    group.remove()
    assert process.wait(PROMPT) == -9
    assert not any((folder / group.name).exists() for folder in BACKEND.folders())


def test_a_dead_workers_group_is_taken_over() -> None:
    name = f"kingsbench-test-left-{os.getpid()}"
    left = BACKEND.create(name, Limits())
    process = started(left, "sleep", "100")
    with BACKEND.create(name, Limits()):
        assert process.wait(PROMPT) == -9
    left.remove()


def test_a_process_that_is_gone_is_a_host_failure(group: cgroups.Cgroup) -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    with pytest.raises(HostFailure):
        group.add(process.pid)


def test_a_process_lets_itself_in_by_the_doors(group: cgroups.Cgroup) -> None:
    source = "import os, sys\nfor end in sys.argv[1:]: os.write(int(end), b'0')\nos.read(0, 1)"
    with group.open_fds() as ends:
        words = ["python3", "-c", source, *map(str, ends)]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, pass_fds=ends)
    group.move_to_v2(process.pid)
    expected = set(BACKEND.folders()) - {group._late.parent if group._late else None}
    deadline = time.monotonic() + PROMPT
    while inside(group, process.pid) != expected and time.monotonic() < deadline:
        time.sleep(0.01)
    assert inside(group, process.pid) == expected
    group.stall_seconds()
    assert inside(group, process.pid) == set(BACKEND.folders())
    process.communicate(b"!")


def inside(group: cgroups.Cgroup, process: int) -> set[Path]:
    """The folders whose group of this name has the process."""
    return {
        folder
        for folder in BACKEND.folders()
        if str(process) in (folder / group.name / "cgroup.procs").read_text().split()
    }
