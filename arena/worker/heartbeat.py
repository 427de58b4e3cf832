"""A worker's heartbeat, in its own thread: the database may hang."""

import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from pathlib import Path

import structlog
from django.conf import settings
from django.db import close_old_connections, connections

from arena.core.database_clock import database_now
from arena.human_games.claim_human_game import reap_human_games
from arena.models import Worker
from arena.queue.models.workers import BEAT_SECONDS
from arena.queue.refusals import uploads_problem
from arena.queue.report_worker import report_alive, sign_off, sign_on
from arena.results.return_match import reap_ended
from arena.worker.upload_cache import tidy_upload_cache
from arena.worker.worker_jail import WorkerJail, make_worker_jail

UPLOADS_QUEUES = {"arena", "arena-delivery"}  # whose workers read or write uploads and archives
STOPPED = "T"  # state of a process stopped by a signal, in /proc/PID/stat
log = structlog.get_logger(__name__)


class Heartbeat:
    """Make it in the main thread: its test jail ends with it."""

    def __init__(self, queues: Collection[str]) -> None:
        """Test the jail of a playing worker."""
        self._queues = sorted(queues)
        self._uses_uploads = not UPLOADS_QUEUES.isdisjoint(queues)
        self._workshop: WorkerJail | None = None
        if settings.CELERY_TASK_DEFAULT_QUEUE in queues:
            self._workshop = make_worker_jail()
            self._workshop.close()
        self._worker: Worker | None = None
        self._stop = threading.Event()

    def begin(self) -> None:
        threading.Thread(target=self._run, name="heartbeat", daemon=True).start()

    def end(self) -> None:
        """Stop; mark the row as ended if the database answers."""
        self._stop.set()

    def beat(self) -> None:
        """Report once, and do this host's chores."""
        self._isolate(self._report)
        if self._workshop:
            self._isolate(reap_ended)
            self._isolate(lambda: reap_human_games(now=database_now()))
            self._isolate(tidy_upload_cache)

    def _run(self) -> None:
        self.beat()
        while not self._stop.wait(BEAT_SECONDS):
            connections.close_all()
            self.beat()
        if self._worker:
            self._isolate(partial(sign_off, worker=self._worker))

    def _report(self) -> None:
        workshop = self._workshop
        if self._worker is None:
            self._worker = sign_on(
                queues=self._queues,
                slots=settings.CORES if workshop else 0,
                stamp=workshop.stamp if workshop else {},
                problem=workshop.problem if workshop else "",
            )
        report_alive(
            worker=self._worker,
            disk_problem=workshop.lack_of_room() if workshop else "",
            uploads_problem=uploads_problem() if self._uses_uploads else "",
            stopped_processes=stopped_children(),
        )

    def _isolate(self, step: Callable[[], object]) -> None:
        try:
            step()
        except Exception:
            log.exception("heartbeat_failed")
            close_old_connections()


def stopped_children() -> int:
    """Count pool processes stopped by a signal."""
    children: set[str] = set()
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            children.update((thread / "children").read_text().split())
    stopped = 0
    for child in children:
        with suppress(OSError, IndexError):
            state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
            stopped += state == STOPPED
    return stopped
