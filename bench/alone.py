"""`up` as it comes, on SQLite: matches an hour, and seconds from upload to verdict."""

from __future__ import annotations

import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from bench.versions import Version, VersionPlatform, end
from tests.services import free_port

WARM_SECONDS = 15
UPLOADS = 5
LONGEST_SECONDS = 60  # for all verdicts
UPLOAD = """
from pathlib import Path
from django.core.files.base import ContentFile
from arena.actions.bots.submit_bot import submit_bot
from arena.models import Ladder
from tests.cast import person
ladder = Ladder.objects.filter(game="dominion", state="open").order_by("pk").first()
code = Path("kit/bots/big_money.py").read_bytes()
for number in range({uploads}):
    upload = ContentFile(code + b"# %d" % number, name="bot.py")
    owner = person(f"bench-{{number}}")
    submit_bot(owner=owner, name=f"Bench {{number}}", upload=upload, ladder=ladder)
"""
FINISHED = "SELECT count(*) FROM arena_match WHERE status = 'finished'"
VERDICTS = """
SELECT (julianday(version.checked_at) - julianday(version.created_at)) * 86400
FROM arena_version version JOIN arena_bot bot ON bot.id = version.bot_id
WHERE bot.name LIKE 'Bench %' AND version.checked_at IS NOT NULL
"""


def alone(version: Version, var: Path, seconds: int) -> dict[str, Any]:
    """Start `up` in an empty folder, let it play, then upload to the busy platform."""
    var.mkdir(parents=True)
    platform = VersionPlatform(version, var)
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = platform.start("-P", "manage.py", "up", "--port", str(free_port()), **quiet)
    try:
        _wait(lambda: (var / "kingsbench.sqlite3").exists() and _count(var) > 0)
        time.sleep(WARM_SECONDS)
        before, began = _count(var), time.monotonic()
        time.sleep(seconds)
        played, took = _count(var) - before, time.monotonic() - began
        platform.run("-c", f"from tests.arena.prelude import *\n{UPLOAD.format(uploads=UPLOADS)}")
        _wait(lambda: len(_rows(var, VERDICTS)) == UPLOADS)
        verdicts = [row[0] for row in _rows(var, VERDICTS)]
    finally:
        end([started])
    return {
        "matches an hour": round(3600 * played / took),
        "upload to verdict, median s": round(median(verdicts), 2),
        "upload to verdict, longest s": round(max(verdicts), 2),
    }


def _wait(is_so: Any) -> None:
    until = time.monotonic() + LONGEST_SECONDS
    while not is_so():
        if time.monotonic() > until:
            raise SystemExit("`up` did not get there within a minute")
        time.sleep(0.1)


def _count(var: Path) -> int:
    return int(_rows(var, FINISHED)[0][0])


def _rows(var: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{var / 'kingsbench.sqlite3'}?mode=ro", uri=True)) as file:
        try:
            return file.execute(query).fetchall()
        except sqlite3.OperationalError:  # its tables are being made
            return [(0,)]
