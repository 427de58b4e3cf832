"""Two accounts order as much as they can: `python -m bench.ordered_work [SECONDS]`.

`up` runs in a folder of its own, with real jails and the house bots whose matches take about a
second, so that few minutes tell. Ladder matches a minute are counted before; then while two
people's bots, which sleep only in challenges, play 20 matches that each of the two has ordered.
`--against COMMIT` attacks that version before, in the same run.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from bench.arena import table_of
from bench.embedded import Embedded, embedded, wait_until
from bench.versions import Version, versions

WARM_SECONDS, SECONDS, LEAD_SECONDS = 20, 240, 10
UPLOAD = '''
from django.core.files.base import ContentFile
from arena.bots.submit_bot import submit_bot
from arena.models import Ladder
from tests.cast import person
SLEEPER = b"""
import time
def start(setup):
    global left
    left = 55.0 if setup.config.get("turn_limit") == 33 else 0.0
def decide(request):
    global left
    if left > 0:
        left -= 5
        time.sleep(5)
    return request.default
"""
long = ("rollout", "tuned-money", "slowpoke", "uct", "monte-carlo", "look-ahead")
Entry.objects.filter(bot__slug__in=long).update(is_active=False)
ladder = Ladder.objects.get(slug="dominion-first-game")
for name in ("Adam", "Eve"):
    upload = ContentFile(SLEEPER, name="bot.py")
    submit_bot(owner=person(name.lower()), name=name, upload=upload, ladder=ladder)
'''
ACCEPTED = "SELECT count(*) FROM arena_bot WHERE slug IN ('adam', 'eve') AND current_id > 0"
ATTACK = """
from arena.matches.challenges import send_challenge
from arena.models import Bot
from tests.cast import person
ladder = Ladder.objects.get(slug="dominion-first-game")
adam, eve = Bot.objects.get(slug="adam"), Bot.objects.get(slug="eve")
for person, bot, other in ((person("adam"), adam, eve), (person("eve"), eve, adam)):
    config = ladder.config | {"turn_limit": 33}
    send_challenge(
        challenger=person, bot=bot, opponent=other, ladder=ladder, matches=20, config=config
    )
"""
OF_LADDERS = "SELECT count(*) FROM arena_match WHERE purpose = 'ladder' AND status = 'finished'"
CHALLENGES = """
SELECT (julianday(finished_at) - julianday(started_at)) * 86400 FROM arena_match
WHERE purpose = 'challenge' AND status = 'finished' ORDER BY finished_at
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.ordered_work")
    parser.add_argument("seconds", type=int, nargs="?", default=SECONDS)
    parser.add_argument("--against", default="", metavar="COMMIT")
    parser.add_argument("--cores", type=int, default=2)
    given = parser.parse_args()
    with versions(given.against) as compared, tempfile.TemporaryDirectory() as var:
        found = {
            version.title: {"play": attacked(version, Path(var, version.title), given)}
            for version in compared
        }
    title = f"Two accounts with sleeping bots, {given.cores} slots"
    Console().print(table_of(title, found, "play"))


def attacked(version: Version, var: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Play undisturbed, then attack; return figures of both."""
    environment = {"KINGSBENCH_CORES": str(given.cores), "KINGSBENCH_IDLE_PACE": "0"}
    with embedded(version, var, **environment) as running:
        running.do(UPLOAD)
        wait_until(lambda: running.count(ACCEPTED) == 2)
        time.sleep(WARM_SECONDS)
        before = matches_a_minute(running, given.seconds / 2)
        running.do(ATTACK)
        time.sleep(LEAD_SECONDS)  # until matches that were running have ended
        during = matches_a_minute(running, given.seconds)
        challenges = [row[0] for row in running.rows(CHALLENGES)]
    return {
        "ladder matches a minute, before": before,
        "ladder matches a minute, attacked": during,
        "challenge matches finished": len(challenges),
        "longest of them, seconds": round(max(challenges, default=0.0)),
    }


def matches_a_minute(running: Embedded, seconds: float) -> float:
    first, began = running.count(OF_LADDERS), time.monotonic()
    time.sleep(seconds)
    return round((running.count(OF_LADDERS) - first) * 60 / (time.monotonic() - began), 1)


if __name__ == "__main__":
    main()
