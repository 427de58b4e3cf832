"""gunicorn's threaded worker, whose threads never wait for a client.

gunicorn's own gives each connection a thread while its request arrives and its response is read, so
as many slow clients as there are threads stop the site. Here the main loop reads requests as they
come and gives a thread what is complete; what a client does not take at once, the loop sends.
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

DESCRIPTORS = 8192  # a connection has at most three: its socket and two temporary files
SWEEP_SECONDS = 0.5


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """`--worker-class website.server.worker.Worker`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connections: set[Connection] = set()
        self._next_sweep = 0.0

    def init_process(self) -> None:
        """Have room for all connections."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < DESCRIPTORS:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, hard), hard))
        super().init_process()

    def run(self) -> None:
        """Serve until told to stop."""
        self.cfg.set("sendfile", False)  # responses go through a buffer
        self.deadlines = Deadlines(
            settings.HEADER_SECONDS,
            settings.BODY_SECONDS,
            settings.RESPONSE_SECONDS,
            self.cfg.keepalive,
        )
        super().run()

    def accept(self, listener: socket.socket) -> None:
        """Take a new client, for whom the one that has kept us waiting longest may have to go."""
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
        """Close one; those that a thread has are busy, not waiting."""
        waiting = [one for one in self.connections if one.stage is not Stage.WORK]
        if waiting:
            self._move(min(waiting, key=lambda one: one.since), Connection.drop)

    def _follow(self, connection: Connection, event: int) -> None:
        step = Connection.flush if event == selectors.EVENT_WRITE else Connection.receive
        self.poller.register(connection.raw, event, lambda _: self._move(connection, step))

    def _move(self, connection: Connection, step: Callable[[Connection], None]) -> None:
        """Do one step with a connection that is followed, and what its new stage asks for."""
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
        """Send the rest of a response; gunicorn calls it in the main loop."""
        keep = not future.cancelled() and future.exception() is None and bool(future.result())
        connection.finished(keep=keep and self.alive)
        self._go_on(connection)

    def murder_pending(self) -> None:
        """End what is overdue; gunicorn calls it in each round."""
        now = time.monotonic()
        if now < self._next_sweep:
            return
        self._next_sweep = now + SWEEP_SECONDS
        for connection in [one for one in self.connections if one.deadline <= now]:
            if connection.stage is not Stage.WORK:
                self._move(connection, Connection.time_out)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close all of them at the end; until then they are overdue like all others."""
        for connection in list(self.connections) if force else ():
            with suppress(OSError):
                connection.raw.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """Let nobody who is silent keep a worker from stopping; gunicorn calls it then."""
        for connection in self.connections:
            if connection.is_silent:
                connection.deadline = min(connection.deadline, deadline)
