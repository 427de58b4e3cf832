"""A worker killed while it makes a jail leaves nothing permanent."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import staging
from tests.sandbox.conftest import AS_NOBODY

pytestmark = pytest.mark.jail

# The report about the new jail does not fit into its pipe: bubblewrap waits, and is killed there.
ABANDON = """
import json, os, select
from pathlib import Path
from sandbox import slots
from sandbox.jail import Jailer
from sandbox.launch import _Start
from sandbox.limits import Limits

jailer = Jailer.strongest()
slot = slots.claim(jailer.template.locks)
info, told = os.pipe()
os.write(told, bytes(65536))
program = os.memfd_create("filter")
os.write(program, jailer.template.outer)
os.lseek(program, 0, os.SEEK_SET)
monitor = _Start(jailer.template, slot, None, Limits())._spawn(["true"], [], 1, program, told)
children = Path(f"/proc/{monitor.pid}/task/{monitor.pid}/children")
while not (child := children.read_text().strip()):
    assert monitor.poll() is None
monitor.kill()
monitor.wait()
jail, ended = os.pidfd_open(int(child)), []
for next_worker_starts in (True, False, True):
    if next_worker_starts:
        Jailer(jailer.level)
    else:
        slot.release()
    ended.append(bool(select.select([jail], [], [], 0.2)[0]))
print(json.dumps([jailer.level, ended]))
"""


@pytest.mark.parametrize("user", ["root", "nobody"])
def test_the_next_worker_ends_a_jail_that_was_in_the_making(user: str, open_house: Path) -> None:
    """As soon as nobody holds its slot, and not before."""
    if user == "root" and os.geteuid() != 0:
        pytest.skip("NEEDS ROOT, SO NOTHING WAS TESTED")
    before: tuple[str, ...] = ()
    python, house = sys.executable, staging.PROJECT_ROOT
    environment = {"PATH": os.environ["PATH"]}
    if user == "nobody":
        before, python, house = AS_NOBODY, str(staging.PYTHON), open_house
        environment["KINGSBENCH_STAGING_DIR"] = str(house / "stage")
    told = subprocess.run(
        [*before, python, "-B", "-c", ABANDON],
        cwd=house, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    level, (held, *_, swept) = json.loads(told.stdout)
    assert level == ("required" if user == "root" else "rootless")
    assert not held
    assert swept
