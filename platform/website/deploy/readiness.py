"""Checks behind `/health/ready/`, public: no host, address or error text."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError as BrokerError

from arena.core.database_clock import database_now
from arena.health import archive_age, ladders_not_counted, stalled_ladders
from arena.models import Installation, Match, Pack, TickStep, Worker
from arena.queue.refusals import uploads_problem

OK = "ok"
TICK_LATE_SECONDS = 120
RESULTS_LATE_SECONDS = 60
ARCHIVE_LATE_SECONDS = 2 * 86_400
STATISTICS_LATE = timedelta(hours=1)
A_DAY = timedelta(days=1)
SILENT_WORTH_A_WARNING = timedelta(minutes=15)  # later it counts as removed on purpose
LEAST_ROOM = 64 * 1024 * 1024  # bytes
BROKER_SECONDS = 5


def readiness() -> dict[str, str]:
    """Return `ok` or the problem, by check."""
    answers = {}
    for name, check in CHECKS.items():
        try:
            answers[name] = " ".join(check()) or OK
        except DatabaseError:
            answers[name] = "The database cannot be reached."
    return answers


def database() -> Iterator[str]:
    """Check that the database answers and is writable."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SHOW transaction_read_only")
            is_writable = cursor.fetchone() == ("off",)
        else:
            cursor.execute("SELECT 1")
            file = Path(str(connection.settings_dict["NAME"]))
            is_writable = not file.exists() or os.access(file, os.W_OK)
    if not is_writable:
        yield "The database accepts no changes."


def broker() -> Iterator[str]:
    """Check that the broker takes messages."""
    if folder := settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("data_folder_out"):
        if not os.access(folder, os.W_OK):
            yield "The broker's folder cannot be written to."
        return
    try:
        with current_app.connection_for_write() as link:
            link.ensure_connection(max_retries=1, timeout=BROKER_SECONDS)
    except (BrokerError, OSError):
        yield "The broker cannot be reached."


def tick() -> Iterator[str]:
    """Check that the tick runs and its steps succeed."""
    age = TickStep.objects.age()
    if age is None:
        yield "The tick has not run yet. Start beat and a worker for the queue arena-records."
    elif age > TICK_LATE_SECONDS:
        yield f"The tick last ran {age:.0f} seconds ago."
    if failing := TickStep.objects.failing():
        yield f"Steps of the tick fail: {', '.join(failing)}."


def results() -> Iterator[str]:
    """Check that stored results are applied."""
    oldest = Match.objects.pending().values_list("finished_at", flat=True).first()
    age = (database_now() - oldest).total_seconds() if oldest else 0.0
    if age > RESULTS_LATE_SECONDS:
        yield f"Results have been waiting to be rated for {age:.0f} seconds."
    if count := Match.objects.set_aside_since(database_now() - A_DAY).count():
        yield f"Results of the last day that could not be applied: {count}."


def ladders() -> Iterator[str]:
    """Check that matches of ladders are played."""
    if count := stalled_ladders(database_now()).count():
        yield f"Ladders with waiting bots and no finished match for ten minutes: {count}."


def archive() -> Iterator[str]:
    """Check that nothing in the archive is damaged, and that the public one is made."""
    if count := Pack.objects.filter(damaged_at__isnull=False).count():
        yield f"Damaged objects in the archive: {count}."
    age = archive_age(database_now())
    if age is not None and age > ARCHIVE_LATE_SECONDS:
        yield f"No archive of public matches was made for {age / 3600:.0f} hours."


def statistics() -> Iterator[str]:
    """Check that finished games are counted."""
    if count := ladders_not_counted(database_now() - STATISTICS_LATE).count():
        yield f"Ladders whose statistics stand still: {count}."


def workers() -> Iterator[str]:
    """Check that each queue has a healthy worker."""
    awake = list(Worker.objects.awake())
    taken = {str(queue) for worker in awake for queue in worker.queues}
    for queue in queues():
        if queue not in taken:
            yield f"No worker serves the queue {queue}."
    since = database_now() - SILENT_WORTH_A_WARNING
    if count := Worker.objects.silent().filter(seen_at__gte=since).count():
        yield f"Workers without a heartbeat: {count}."
    if count := sum(bool(worker.problem) for worker in awake):
        yield f"Workers that cannot run bots in a jail: {count}."
    allowed = Installation.allowed_versions()
    if count := sum(worker.version not in allowed for worker in awake):
        yield f"Workers of another version than the database, which do no work: {count}."
    if count := sum(bool(worker.uploads_problem) for worker in awake):
        yield f"Workers without the platform's uploads, which do no work: {count}."
    if count := Match.objects.failing_checks().count():
        yield f"Checks of uploads that failed on their hosts three times or more: {count}."
    if count := sum(worker.stopped_processes for worker in awake):
        yield f"Worker processes stopped by a signal: {count}."
    if count := sum(worker.is_clock_wrong for worker in awake):
        yield f"Workers with a wrong clock: {count}."


def disk() -> Iterator[str]:
    """Check for room for uploads, and on workers."""
    try:
        if shutil.disk_usage(Path(settings.MEDIA_ROOT)).free < LEAST_ROOM:
            yield "The disk of this web server is full."
        if uploads_problem():
            yield "The uploads of this web server are not the platform's."
    except OSError:
        yield "The uploads folder cannot be reached."
    if count := sum(bool(worker.disk_problem) for worker in Worker.objects.awake()):
        yield f"Workers with a full disk: {count}."


def queues() -> list[str]:
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    return sorted({settings.CELERY_TASK_DEFAULT_QUEUE, *routed})


CHECKS: Mapping[str, Callable[[], Iterable[str]]] = {
    "database": database,
    "broker": broker,
    "tick": tick,
    "results": results,
    "ladders": ladders,
    "archive": archive,
    "statistics": statistics,
    "workers": workers,
    "disk": disk,
}
