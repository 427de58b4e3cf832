"""Platforms prepared for a test, with paused ladders."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

from tests.arena.processes import ROOT, Platform
from tests.patience import PATIENCE
from tests.services import free_port
from tests.tooling.processes import environment, within

# A machine may be busy: these end hangs and do not say how long a step should take.
PAUSED = """
from pathlib import Path
from django.conf import settings
from website.management.seeding import seed
seed(Path(settings.VAR))
Ladder.objects.update(state="paused")
"""
FIRST_MATCHES = 4  # those that PLAYED orders, in the order of their numbers
PLAYED = """
from arena.actions.matches.order_match import LADDER_PRIORITY, order_match
from arena.models import Bot
def play(slug, *bots):
    ladder = Ladder.objects.get(slug=slug)
    versions = [Bot.objects.get(slug=bot).current for bot in bots]
    order_match(ladder=ladder, purpose=Match.Purpose.LADDER, versions=versions,
        games=ladder.games_per_match, priority=LADDER_PRIORITY)
a_house_bot("Herald", Ladder.objects.get(slug="kingdomino"))
play("kingdomino", "greedy", "look-ahead", "random", "herald")
for opponent in ("militia", "big-money-smithy", "militia"):
    play("dominion-first-game", "big-money", opponent)
"""


def prepare(state: Path, *works: str, **variables: str) -> None:
    """Create a platform's rows in this folder: the common ones and those these scripts make."""
    Platform(state / "var", **variables).do("\n".join([PAUSED, *works]))


@contextmanager
def running(state: Path, **settings: str) -> Iterator[str]:
    """Run a platform on this folder and yield its address."""
    port = free_port()
    with (state / "up.log").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-P", "manage.py", "up", "--port", str(port)],
            cwd=ROOT,
            env=environment(KINGSBENCH_VAR=str(state / "var"), **settings),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        started = within(PATIENCE, lambda: serves(address) or process.poll() is not None)
        assert started, (state / "up.log").read_text()
        assert process.poll() is None, (state / "up.log").read_text()
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def serves(address: str) -> bool:
    """Return whether the health page responds."""
    try:
        with urllib.request.urlopen(f"{address}/health/", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False
