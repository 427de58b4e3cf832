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

from tests.arena.processes import DATABASE, ROOT, Platform
from tests.patience import HANGS

pytestmark = pytest.mark.processes
FILL = """
from tests.cast import PASSWORD, a_bot, alice
from website.accounts.tokens import make_token
ladder = a_ladder()
a_bot(alice(), "Alcuin", ladder)
alice().set_password(PASSWORD)
print(make_token(user=alice(), name="one", scopes=["read", "bots:write"], expires_at=None)[1])
"""
VISIT = """
import json, os, sys
import django
from django.conf import settings
plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
settings.STORAGES["staticfiles"]["BACKEND"] = plain
django.setup()
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from tests.cast import PASSWORD
token = {"headers": {"Authorization": "Bearer " + sys.argv[1]}}
file = lambda: SimpleUploadedFile("bot.py", b"def decide(request): return request.default\\n")
browser = Client(raise_request_exception=False, SERVER_NAME="localhost")
from django.db import connection
told = {}
browser.get("/")
kept = connection.cursor()  # as other processes of a platform have it open
filler = os.environ.get("FILL")
if filler:
    with open(filler, "wb", buffering=0) as file_of_nothing:
        try:
            while file_of_nothing.write(bytes(4096)):
                pass
        except OSError:
            pass
def ask(name, answer):
    told[name] = [answer.status_code, answer.content.decode(errors="replace")]
for name in ("", "ladders/", "ladders/dominion-first-game/", "bots/", "bots/alcuin/", "matches/",
             "accounts/login/", "health/"):
    ask(name, browser.get("/" + name))
ask("ready", browser.get("/health/ready/"))
ask("api", browser.get("/api/v1/bots/", **token))
ask("me", browser.get("/api/v1/me/", **token))
ask("login", browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD}))
ask("upload", browser.post("/api/v1/bots/alcuin/versions/", {"upload": file()}, **token))
json.dump(told, sys.stdout)
"""
COPY = 'cp -a "$1/." "$2/" && shift 2 && exec "$@"'


def in_small_disk(var: Path, small: Path) -> list[str]:
    """Return the prefix of a command to run on a full-disk copy of this folder."""
    jail = ["bwrap", "--dev-bind", "/", "/", "--size", str(40 * 1024 * 1024), "--tmpfs", str(small)]
    return [*jail, "sh", "-c", COPY, "sh", str(var), str(small)]


def visited(platform: Platform, token: str, *before: str, **variables: str) -> dict[str, Any]:
    done = subprocess.run(
        [*before, sys.executable, "-c", VISIT, token],
        env=platform.environment | variables,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
    )
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
    token = platform.do(FILL).strip()
    small = tmp_path / "small"
    small.mkdir()
    before = in_small_disk(tmp_path / "var", small)
    filled = {"KINGSBENCH_VAR": str(small), "FILL": str(small / "filler")}
    found = visited(platform, token, *before, **filled)
    holds(found, small)
    assert "full" in json.loads(found["ready"][1])["checks"]["disk"]


@pytest.mark.jail
def test_a_folder_that_is_read_only_can_be_read(tmp_path: Path) -> None:
    """As when a file system was remounted after an error."""
    platform = Platform(tmp_path / "var")
    token = platform.do(FILL).strip()
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
    token = platform.do(FILL).strip()
    url = f"{postgres_url}?options=-c%20default_transaction_read_only%3Don"
    found = visited(platform, token, DATABASE_URL=url)
    platform.empty()
    holds(found, tmp_path / "var")
    assert "accepts no changes" in json.loads(found["ready"][1])["checks"]["database"]
