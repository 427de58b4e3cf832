"""A running platform's queue: its match rows and the messages that wake workers."""

import sqlite3
import threading
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import redis
from celery import Celery
from kombu.exceptions import OperationalError

from tests.arena.resilience.crew import POLL
from tests.patience import PATIENCE

AWAY = (psycopg.OperationalError, sqlite3.OperationalError)
FEW = 4  # messages
RECORDS = "arena-records"
ROUTES = {"arena.tick": {"queue": RECORDS}, "arena.rate": {"queue": RECORDS}}


class Queue:
    """The match rows, readable and writable whatever happens to the server.

    Without a PostgreSQL URL it is the embedded platform's file.
    """

    def __init__(self, url: str = "", file: Path | None = None) -> None:
        self._url, self._file = url, file
        self._connection: Any = None  # the two libraries have no type in common

    def __enter__(self) -> "Queue":
        return self

    def __exit__(self, *_: object) -> None:
        self._hang_up()

    def another(self) -> "Queue":
        """Return the same queue with its own connection."""
        return Queue(self._url, self._file)

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """A statement's rows, retried while the server is away."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self._ask(query, values)
            except AWAY:
                self._hang_up()
                assert time.monotonic() < deadline, "the database is away for good"
                time.sleep(POLL)

    def _ask(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        self._connection = self._connection or self._connected()
        query = query.replace("%s", "?") if self._file else query
        cursor = self._connection.execute(query, values)
        return cursor.fetchall() if cursor.description else []

    def _connected(self) -> Any:
        if self._file:
            return sqlite3.connect(self._file, 30, isolation_level=None)
        return psycopg.connect(self._url, connect_timeout=5, autocommit=True)

    def _hang_up(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def pace(self) -> list[tuple[Any, ...]] | None:
        """Matches over and failed tries; None: the server is away."""
        over = "sum(CASE WHEN status IN ('finished', 'void') THEN 1 ELSE 0 END)"
        try:
            return self._ask(f"SELECT {over}, sum(tries) FROM arena_match", ())
        except AWAY:
            self._hang_up()
            return None

    def release(self, count: int) -> None:
        """Make this many more matches due."""
        self.ask(
            "UPDATE arena_match SET not_before = NULL WHERE id IN (SELECT id FROM arena_match "
            "WHERE status = 'queued' AND not_before > %s ORDER BY id LIMIT %s)",
            in_an_hour(),
            count,
        )

    def finished(self) -> int:
        """Count the finished matches whose results are applied."""
        over = "status = 'finished' AND NOT is_pending"
        count: int = self.ask(f"SELECT count(*) FROM arena_match WHERE {over}")[0][0]
        return count

    def pending(self) -> bool:
        """Return whether any stored result is not applied yet."""
        return bool(self.ask("SELECT 1 FROM arena_match WHERE is_pending LIMIT 1"))

    def running(self, pids: Sequence[int]) -> dict[int, int]:
        """Which matches these processes play: match -> process."""
        rows = self.ask("SELECT id, worker FROM arena_match WHERE status = 'running'")
        found = {match: int(worker.split("/")[1]) for match, worker in rows}
        return {match: pid for match, pid in found.items() if pid in pids}

    def waiting(self) -> bool:
        """Return whether any match is due now or soon."""
        due = "status = 'queued' AND (not_before IS NULL OR not_before < %s)"
        return bool(self.ask(f"SELECT 1 FROM arena_match WHERE {due} LIMIT 1", in_an_hour()))

    def tired(self) -> bool:
        """Return whether any match has only one try left."""
        live = "status IN ('queued', 'running')"
        return bool(self.ask(f"SELECT 1 FROM arena_match WHERE {live} AND tries >= 2 LIMIT 1"))

    def tries(self, matches: Collection[int]) -> int:
        """Count the failed tries of these matches."""
        rows = self.ask("SELECT id, tries FROM arena_match WHERE tries > 0")
        return sum(tries for match, tries in rows if match in matches)


def in_an_hour() -> str:
    """Return a time that both databases read and compare."""
    return str(datetime.now(UTC) + timedelta(hours=1))


class Bells(threading.Thread):
    """A fast beat: sends two ticks at once, twice a second, until stopped.

    So two reapers always run, and no test waits ten seconds for a tick.
    """

    def __init__(self, url: str, **options: Any) -> None:
        super().__init__(daemon=True)
        self._app = Celery(broker=url, set_as_current=False)
        self._app.conf.update(
            task_default_queue="arena",
            task_routes=ROUTES,
            broker_transport_options=options or {"global_keyprefix": "kingsbench:"},
            task_publish_retry=False,
        )
        self._over = threading.Event()

    def send(self, task: str, *args: Any) -> None:
        """One message, unless the broker is away."""
        with suppress(OperationalError):
            self._app.send_task(task, args=args)

    def ring(self, task: str, *args: Any) -> None:
        """Send one message, unless some wait already."""
        with suppress(OperationalError, OSError, redis.ConnectionError):
            if self.waiting(ROUTES.get(task, {}).get("queue", "arena")) < FEW:
                self.send(task, *args)

    def waiting(self, queue: str = "arena") -> int:
        """Messages of a queue that no worker has taken."""
        with self._app.connection_for_read() as connection:
            channel: Any = connection.default_channel
            return int(channel.queue_declare(queue).message_count)

    def run(self) -> None:
        """Send while workers keep up."""
        while not self._over.wait(0.5):
            for _ in range(2):
                self.ring("arena.tick")

    def stop(self) -> None:
        """Ring no more."""
        self._over.set()
        self.join()
        self._app.close()


class Visitors(threading.Thread):
    """Opens the page of every running match, until stopped."""

    def __init__(self, queue: Queue) -> None:
        super().__init__(daemon=True)
        self._queue = queue
        self._over = threading.Event()

    def run(self) -> None:
        """Mark running matches as watched until stopped."""
        watched = "UPDATE arena_match SET watched_until = %s WHERE status = 'running'"
        with self._queue as queue:
            while not self._over.wait(0.2):
                queue.ask(watched, in_an_hour())

    def stop(self) -> None:
        """Stop marking."""
        self._over.set()
        self.join()
