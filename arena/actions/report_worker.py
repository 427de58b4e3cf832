"""Say that this host's workers are awake, and how they jail bots."""

from typing import Any

from django.conf import settings
from django.utils import timezone

from arena.models import Worker
from arena.workplace import host


def report_worker(*, stamp: dict[str, Any], problem: str) -> Worker:
    """Keep this host's row fresh; `problem` is empty where strangers' bots can be jailed."""
    now = timezone.now()
    worker, _new = Worker.objects.update_or_create(
        host=host(),
        defaults={"slots": settings.CORES, "stamp": stamp, "problem": problem, "seen_at": now},
    )
    return worker
