"""gunicorn's threaded worker, with threads that never wait for clients.

Otherwise as many slow clients as threads stop the site. The main loop reads and sends; threads get
complete requests.
"""

from __future__ import annotations

import resource
import selectors
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from errno import EMFILE, ENFILE
from typing import Any

from django.conf import settings
from gunicorn.http import get_parser
from gunicorn.workers.gthread import ThreadWorker

from website.server.connection import Connection, Deadlines, Stage

DESCRIPTORS = 8192  # up to three per connection: socket and two temporary files
SWEEP_SECONDS = 0.5


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Use with `--worker-class website.server.worker.Worker`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connections: set[Connection] = set()
        self._next_sweep = 0.0

    def init_process(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < DESCRIPTORS:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, hard), hard))
        super().init_process()

    def run(self) -> None:
        self.cfg.set("sendfile", False)  # responses go through a buffer
        self.deadlines = Deadlines(
            settings.HEADER_SECONDS,
            settings.BODY_SECONDS,
            settings.RESPONSE_SECONDS,
            self.cfg.keepalive,
        )
        super().run()

    def accept(self, listener: socket.socket) -> None:
        """Accept a client, dropping the longest waiting one if full."""
        if len(self.connections) >= self.worker_connections - 1:
            self._drop_longest_waiting()
        try:
            client, address = listener.accept()
        except OSError as problem:
            if problem.errno in (EMFILE, ENFILE):
                self._drop_longest_waiting()
            return
        connection = Connection(client, address, self.deadlines, settings.REQUEST_BODY_MOST)
        self.connections.add(connection)
        self.nr_conns += 1
        self._follow(connection, selectors.EVENT_READ)

    def _drop_longest_waiting(self) -> None:
        waiting = [one for one in self.connections if one.stage is not Stage.WORK]
        if waiting:
            self._move(min(waiting, key=lambda one: one.since), Connection.drop)

    def _follow(self, connection: Connection, event: int) -> None:
        step = Connection.flush if event == selectors.EVENT_WRITE else Connection.receive
        self.poller.register(connection.raw, event, lambda _: self._move(connection, step))

    def _move(self, connection: Connection, step: Callable[[Connection], None]) -> None:
        """Do one step, then what the new stage needs."""
        before = connection.stage
        step(connection)
        if connection.stage.event != before.event:
            self.poller.unregister(connection.raw)
            self._go_on(connection)

    def _go_on(self, connection: Connection) -> None:
        if connection.stage is Stage.CLOSED:
            self.connections.discard(connection)
            self.nr_conns -= 1
        elif connection.stage is Stage.WORK:
            connection.parser = get_parser(self.cfg, connection.sock, connection.client)
            self.enqueue_req(connection)
        else:
            self._follow(connection, connection.stage.event)

    def finish_request(self, connection: Connection, future: Future[bool]) -> None:
        """Send the rest of a response."""
        keep = not future.cancelled() and future.exception() is None and bool(future.result())
        connection.finished(keep=keep and self.alive)
        self._go_on(connection)

    def murder_pending(self) -> None:
        """Time out connections."""
        now = time.monotonic()
        if now < self._next_sweep:
            return
        self._next_sweep = now + SWEEP_SECONDS
        for connection in [one for one in self.connections if one.deadline <= now]:
            if connection.stage is not Stage.WORK:
                self._move(connection, Connection.time_out)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close all at shutdown."""
        for connection in list(self.connections) if force else ():
            with suppress(OSError):
                connection.raw.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """Keep silent clients from delaying shutdown."""
        for connection in self.connections:
            if connection.is_silent:
                connection.deadline = min(connection.deadline, deadline)
