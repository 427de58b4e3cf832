"""Play, uploads and children of real Celery workers."""

import time
from typing import Any

from billiard import SimpleQueue, Value, pool
from celery.signals import worker_process_init
from django.core.files.base import ContentFile

import arena.tasks  # noqa: F401  (Celery's doors, as a worker has them)
from arena.bots.submit_bot import submit_bot
from arena.models import Entry, Ladder, Match, Version
from tests.cast import a_house_bot, a_ladder, alice
from tests.patience import PATIENCE


def fill() -> None:
    """Make a ladder of short games with five bots."""
    ladder = a_ladder(config={"kingdom": "First Game", "turn_limit": 5})
    for number in range(5):
        a_house_bot(f"House {number}", ladder)


def make_matches_long() -> None:
    Ladder.objects.update(config={"kingdom": "First Game"}, games_per_match=2000)


def finished() -> int:
    return Match.objects.filter(status="finished").count()


def wait_for(status: str, least: int) -> None:
    """Return when this many matches have the status."""
    deadline = time.monotonic() + PATIENCE
    while Match.objects.filter(status=status).count() < least:
        assert time.monotonic() < deadline, "too few"
        time.sleep(0.05)


def wait_until_reaped() -> None:
    """Return when no match is held by a process that has ended; no more are made meanwhile."""
    Ladder.objects.update(state="paused")
    deadline = time.monotonic() + PATIENCE
    while Match.objects.ended():
        assert time.monotonic() < deadline, "what the kill left was not reaped"
        time.sleep(0.05)


def upload() -> int:
    """Upload a bot and wait until it is checked and rated; return its matches."""
    version = _submitted(Ladder.objects.get())
    began = time.monotonic()
    while version.state == "checking" and time.monotonic() < began + PATIENCE:
        time.sleep(0.1)
        version.refresh_from_db()
    assert version.state == "accepted", version.failure
    while not Entry.objects.get(bot=version.bot).matches and time.monotonic() < began + PATIENCE:
        time.sleep(0.1)
    return Entry.objects.get(bot=version.bot).matches


def upload_without_a_broker() -> None:
    _submitted(a_ladder())
    assert Match.objects.queued().exists()


def wait_as_an_orphaned_child() -> float:
    """Return the seconds until a child of the pool ends whose parent has forgotten its task."""
    worker_process_init.send(sender=None)
    child: Any = pool.Worker(SimpleQueue(), SimpleQueue(), on_ready_counter=Value("i", 0))
    began = time.monotonic()
    assert not child._ensure_messages_consumed(completed=1)
    return time.monotonic() - began


def _submitted(ladder: Ladder) -> Version:
    file = ContentFile(b"def decide(request): return request.default\n", name="bot.py")
    return submit_bot(owner=alice(), name="Alcuin", upload=file, ladder=ladder)
