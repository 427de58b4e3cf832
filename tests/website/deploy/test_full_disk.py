"""A full disk or a read-only database: reading works, writing reports the problem.

The disk is a small tmpfs in a namespace of its own (bubblewrap), filled to its last byte.
"""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests import forks
from tests.arena.processes import DATABASE, ROOT, Platform
from tests.cast import PASSWORD
from tests.patience import HANGS
from tests.website.scripts import rows

pytestmark = pytest.mark.processes
VISIT = ("-m", "tests.website.scripts.full_disk")
COPY = 'cp -a "$1/." "$2/" && shift 2 && exec "$@"'


def in_small_disk(var: Path, small: Path) -> list[str]:
    """Return the prefix of a command to run on a full-disk copy of this folder."""
    jail = ["bwrap", "--dev-bind", "/", "/", "--size", str(40 * 1024 * 1024), "--tmpfs", str(small)]
    return [*jail, "sh", "-c", COPY, "sh", str(var), str(small)]


def visited(
    platform: Platform, token: str, *before: str, filler: str = "", **variables: str
) -> dict[str, Any]:
    words, environment = (*VISIT, token, PASSWORD, filler), platform.environment | variables
    if before:
        done = subprocess.run(
            [*before, sys.executable, *words], env=environment, cwd=ROOT, capture_output=True,
            text=True, timeout=HANGS, check=False,
        )  # fmt: skip
    else:
        done = forks.run(words, environment)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def holds(found: dict[str, Any], var: Path) -> None:
    """Check that reading works, storing reports the problem, and no page shows a path."""
    pages = [name for name in found if name not in {"ready", "login", "upload"}]
    assert {name: found[name][0] for name in pages if found[name][0] != 200} == {}
    assert found["login"][0] == 503
    assert "You cannot log in" in found["login"][1]
    assert found["upload"][0] == 503
    assert json.loads(found["upload"][1])["status"] == 503
    assert [name for name, (_status, text) in found.items() if str(var) in text] == []
    assert found["ready"][0] == 503


@pytest.mark.jail
def test_on_a_full_disk_one_can_read_and_is_told_why_nothing_is_stored(tmp_path: Path) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is missing: apt-get install bubblewrap")
    platform = Platform(tmp_path / "var")
    token = platform.call(rows.bot_and_token)
    small = tmp_path / "small"
    small.mkdir()
    before = in_small_disk(tmp_path / "var", small)
    filler = str(small / "filler")
    found = visited(platform, token, *before, filler=filler, KINGSBENCH_VAR=str(small))
    holds(found, small)
    assert "full" in json.loads(found["ready"][1])["checks"]["disk"]


@pytest.mark.jail
def test_a_folder_that_is_read_only_can_be_read(tmp_path: Path) -> None:
    """As when a file system was remounted after an error."""
    platform = Platform(tmp_path / "var")
    token = platform.call(rows.bot_and_token)
    var = str(tmp_path / "var")
    with closing(sqlite3.connect(tmp_path / "var" / DATABASE)) as other:
        other.execute("UPDATE accounts_user SET about = 'awake'")
        other.commit()  # another process has it open
        found = visited(platform, token, "bwrap", "--dev-bind", "/", "/", "--ro-bind", var, var)
    holds(found, tmp_path / "var")
    assert "accepts no changes" in json.loads(found["ready"][1])["checks"]["database"]


@pytest.mark.services
def test_a_database_that_takes_no_changes_can_be_read(postgres_url: str, tmp_path: Path) -> None:
    platform = Platform(tmp_path / "var", DATABASE_URL=postgres_url)
    token = platform.call(rows.bot_and_token)
    url = f"{postgres_url}?options=-c%20default_transaction_read_only%3Don"
    found = visited(platform, token, DATABASE_URL=url)
    platform.empty()
    holds(found, tmp_path / "var")
    assert "accepts no changes" in json.loads(found["ready"][1])["checks"]["database"]
