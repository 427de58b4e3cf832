"""`up` as it comes, on SQLite: matches an hour, and seconds from upload to verdict."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from typing import Any

from bench.embedded import embedded, wait_until
from bench.versions import Version

WARM_SECONDS = 15
UPLOADS = 5
UPLOAD = """
from pathlib import Path
from django.core.files.base import ContentFile
from arena.bots.submit_bot import submit_bot
from arena.models import Ladder
from tests.cast import person
ladder = Ladder.objects.filter(game="dominion", state="open").order_by("pk").first()
code = Path("kit/bots/big_money.py").read_bytes()
for number in range({uploads}):
    upload = ContentFile(code + b"# %d" % number, name="bot.py")
    owner = person(f"bench-{{number}}")
    submit_bot(owner=owner, name=f"Bench {{number}}", upload=upload, ladder=ladder)
"""
VERDICTS = """
SELECT (julianday(version.checked_at) - julianday(version.created_at)) * 86400
FROM arena_version version JOIN arena_bot bot ON bot.id = version.bot_id
WHERE bot.name LIKE 'Bench %' AND version.checked_at IS NOT NULL
"""


def alone(version: Version, var: Path, seconds: int) -> dict[str, Any]:
    """Start `up` in an empty folder, let it play, then upload to the busy platform."""
    with embedded(version, var) as running:
        time.sleep(WARM_SECONDS)
        before, began = running.count(), time.monotonic()
        time.sleep(seconds)
        played, took = running.count() - before, time.monotonic() - began
        running.do(UPLOAD.format(uploads=UPLOADS))
        wait_until(lambda: len(running.rows(VERDICTS)) == UPLOADS)
        verdicts = [row[0] for row in running.rows(VERDICTS)]
    return {
        "matches an hour": round(3600 * played / took),
        "upload to verdict, median s": round(median(verdicts), 2),
        "upload to verdict, longest s": round(max(verdicts), 2),
    }
