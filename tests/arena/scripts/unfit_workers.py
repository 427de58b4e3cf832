"""A platform with work for a worker that may not do it, and what came of the work."""

import time
from typing import Any

from django.core.files.base import ContentFile

import arena.tasks  # noqa: F401  (Celery's doors, as a worker has them)
from arena.bots.submit_bot import submit_bot
from arena.core.own_version import own_version
from arena.models import Installation, LadderCheck, Match, Version, Worker
from arena.queue.refusals import mark_uploads
from tests.arena.results.rows import queued
from tests.cast import a_house_bot, a_ladder, alice
from tests.patience import PATIENCE
from website.deploy.readiness import readiness

OTHER = "9.9.9 9999_other"
MATCHES = 2


def fill() -> None:
    """Queue matches, and the check of an upload, on a ladder that makes no more."""
    mark_uploads()
    ladder = a_ladder(config={"kingdom": "First Game", "turn_limit": 5})
    bots = [a_house_bot(f"House {number}", ladder) for number in range(2)]
    for _ in range(MATCHES):
        queued(ladder, *bots)
    file = ContentFile(b"def decide(request): return request.default\n", name="bot.py")
    submit_bot(owner=alice(), name="Alcuin", upload=file, ladder=ladder)


def upgrade_elsewhere() -> None:
    """Let the database be one that another version has migrated."""
    Installation.objects.update(versions=[OTHER])


def migrate_again() -> None:
    Installation.objects.update(versions=[own_version()])


def wait_for_worker() -> dict[str, Any]:
    """Return what a worker that has just been woken says, and what became of the work."""
    deadline = time.monotonic() + PATIENCE
    while not Worker.objects.awake().exists():
        assert time.monotonic() < deadline, "no worker"
        time.sleep(0.1)
    time.sleep(3.0)  # it has had its messages, as the last test of this file shows
    return look()


def look() -> dict[str, Any]:
    matches = Match.objects.all()
    return {
        "workers": readiness()["workers"],
        "problem": str(Worker.objects.get().uploads_problem),
        "slots": Worker.objects.slots(),
        "statuses": sorted(set(matches.values_list("status", flat=True))),
        "tries": sum(matches.values_list("tries", flat=True)),
        "errors": sorted(set(map(str, matches.values_list("error", flat=True)))),
        "version": Version.objects.get(bot__name="Alcuin").state,
        "check": LadderCheck.objects.get(version__bot__name="Alcuin").state,
    }


def wait_until_played() -> dict[str, Any]:
    """Return what became of the work once all of it is done."""
    deadline = time.monotonic() + PATIENCE
    while Match.objects.exclude(status="finished").filter(purpose__in=["check", "ladder"]).exists():
        assert time.monotonic() < deadline, look()
        time.sleep(0.1)
    return look()
