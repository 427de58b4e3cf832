import os
from typing import Any

from django.utils import timezone

from arena.core.database_clock import database_now
from arena.core.hosts import host, is_gone
from arena.core.own_version import own_version
from arena.models import Worker


def sign_on(*, queues: list[str], slots: int, stamp: dict[str, Any], problem: str) -> Worker:
    """Create this process's row; `problem`: why it has no jail. Marks ended processes."""
    now = database_now()
    ended = [row.pk for row in Worker.objects.filter(host=host()) if is_gone(f"{row}/")]
    Worker.objects.filter(pk__in=ended).update(ended_at=now)
    values = {
        "queues": queues, "slots": slots, "stamp": stamp, "problem": problem, "ended_at": None,
        "version": own_version(),
    }  # fmt: skip
    worker, _new = Worker.objects.update_or_create(
        host=host(), process=os.getpid(), defaults=values | {"started_at": now, "seen_at": now}
    )
    return worker


def report_alive(
    *, worker: Worker, disk_problem: str, uploads_problem: str, stopped_processes: int
) -> None:
    """Store a heartbeat with problems."""
    now = database_now()
    worker.seen_at, worker.clock_error = now, (timezone.now() - now).total_seconds()
    worker.disk_problem, worker.stopped_processes = disk_problem, stopped_processes
    worker.uploads_problem = uploads_problem
    fields = ["seen_at", "clock_error", "disk_problem", "uploads_problem", "stopped_processes"]
    values = {name: getattr(worker, name) for name in fields}
    is_known = Worker.objects.filter(pk=worker.pk).update(**values)
    if not is_known:  # it was silent for a day, or its row was deleted
        worker.pk = None
        worker.save()


def report_problem(*, problem: str) -> None:
    """Store why a pool process has no jail."""
    Worker.objects.filter(host=host(), process=os.getppid()).update(problem=problem)


def sign_off(*, worker: Worker) -> None:
    """Mark this process as ended."""
    Worker.objects.filter(pk=worker.pk).update(ended_at=database_now())
