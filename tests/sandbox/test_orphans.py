"""A worker killed while it makes a jail leaves nothing permanent."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import guest_code
from tests.sandbox.conftest import AS_NOBODY
from tests.sandbox.scripts import code

pytestmark = pytest.mark.jail


@pytest.mark.parametrize("user", ["root", "nobody"])
def test_the_next_worker_ends_a_jail_that_was_in_the_making(user: str, open_house: Path) -> None:
    """As soon as nobody holds its slot, and not before."""
    if user == "root" and os.geteuid() != 0:
        pytest.skip("NEEDS ROOT, SO NOTHING WAS TESTED")
    before: tuple[str, ...] = ()
    python, house = sys.executable, guest_code.PROJECT_ROOT
    environment = {"PATH": os.environ["PATH"]}
    if user == "nobody":
        before, python, house = AS_NOBODY, str(guest_code.PYTHON), open_house
        environment["KINGSBENCH_STAGING_DIR"] = str(house / "stage")
    told = subprocess.run(
        [*before, python, "-B", "-c", code("abandon_jail")],
        cwd=house, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    level, (held, *_, swept) = json.loads(told.stdout)
    assert level == ("required" if user == "root" else "rootless")
    assert not held
    assert swept
