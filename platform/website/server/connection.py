"""A client connection: its stage and deadline."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import suppress
from enum import Enum, auto
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any, NamedTuple

from website.server.buffers import HeadTooLong, Request, Response

READ = 64 * 1024
DISCARD_MOST = 64 * 1024 * 1024  # bytes of a refused body to read and drop
LINGER_SECONDS = 2.0  # to drain input after the last response
FORGET = struct.pack("ii", 1, 0)  # struct linger
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
REFUSAL = "HTTP/1.1 {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TIMED_OUT, HEAD_TOO_LONG = "408 Request Timeout", "431 Request Header Fields Too Large"


class Deadlines(NamedTuple):
    """Seconds for each part."""

    head: float
    body: float
    response: float
    idle: float  # between two requests


class Stage(Enum):
    IDLE = auto()  # waits for the next request
    HEAD = auto()
    BODY = auto()
    WORK = auto()  # a thread owns it
    RESPONSE = auto()  # waits for the client to read
    DISCARD = auto()  # waits for the client to finish
    CLOSED = auto()

    @property
    def event(self) -> int:
        waits_for = {Stage.RESPONSE: EVENT_WRITE, Stage.WORK: 0, Stage.CLOSED: 0}
        return waits_for.get(self, EVENT_READ)


class HandlerSocket:
    """The client's socket, as gunicorn's handler sees it."""

    def __init__(self, request: Request, response: Response) -> None:
        self._request = request
        self._response = response

    def recv(self, size: int) -> bytes:
        return self._request.read(size)

    def sendall(self, data: bytes) -> None:
        self._response.write(data)

    def send(self, data: bytes) -> int:
        """Drop "100 Continue", all that comes this way: the body is here."""
        return len(data)

    def setblocking(self, flag: bool) -> None:
        """It never blocks."""

    def gettimeout(self) -> float:
        return 0.0

    def settimeout(self, seconds: float | None) -> None:
        """It never blocks."""

    def shutdown(self, how: int) -> None:
        """Leave it to the main loop."""

    def close(self) -> None:
        """Leave it to the main loop."""


class Connection:
    """A non-blocking client; gunicorn's `conn`."""

    initialized = data_ready = True  # tells the handler not to set it up
    is_http2 = False

    def __init__(
        self, client: socket.socket, address: Any, deadlines: Deadlines, body_most: int
    ) -> None:
        client.setblocking(False)
        self.raw = client
        self.client = address
        self.server = client.getsockname()
        self.sock: HandlerSocket | None = None
        self.parser: Any = None
        self._deadlines = deadlines
        self._body_most = body_most
        self._response = Response(client)
        self._request = Request(body_most)
        self._rest = b""  # received bytes of the next request
        self._discarded = 0
        self._must_close = False
        self._enter(Stage.HEAD, deadlines.head)

    def _enter(self, stage: Stage, seconds: float) -> None:
        self.stage = stage
        self.since = time.monotonic()
        self.deadline = self.since + seconds

    @property
    def is_silent(self) -> bool:
        return self.stage in (Stage.IDLE, Stage.HEAD) and not self._request.has_begun

    def init(self) -> None:
        """It is prepared already."""

    def receive(self) -> None:
        try:
            data = self.raw.recv(READ)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self.close()
        elif self.stage is Stage.DISCARD:
            self._discard(len(data))
        else:
            self._feed(data)

    def _feed(self, data: bytes) -> None:
        if self.stage is Stage.IDLE:
            self._enter(Stage.HEAD, self._deadlines.head)
        try:
            self._rest = self._request.feed(data)
        except HeadTooLong:
            self._refuse(HEAD_TOO_LONG)
            return
        if self._request.is_complete:
            self.sock = HandlerSocket(self._request, self._response)
            self._enter(Stage.WORK, 0)
        elif self._request.has_head and self.stage is Stage.HEAD:
            self._enter(Stage.BODY, self._deadlines.body)
            if self._request.expects_continue:
                self._try_to_send(CONTINUE)

    def _discard(self, size: int) -> None:
        self._discarded += size
        if self._discarded > DISCARD_MOST:
            self.close()

    def finished(self, *, keep: bool) -> None:
        """Send the thread's response; `keep` the connection after."""
        self._must_close = not keep or self._request.refuses_body
        self._enter(Stage.RESPONSE, self._deadlines.response)
        self.flush()

    def flush(self) -> None:
        """Send more; when all is sent, go on or close."""
        try:
            self._response.flush()
        except OSError:
            self.close()
            return
        if not self._response.is_sent:
            return
        if self._must_close:
            self._say_goodbye()
        else:
            self._begin_again()

    def _begin_again(self) -> None:
        self._request.close()
        self._request = Request(self._body_most)
        self._enter(Stage.IDLE, self._deadlines.idle)
        if self._rest:
            self._feed(self._rest)

    def _say_goodbye(self) -> None:
        """Close our side only, lest unread bytes be reset."""
        refused = self._request.refuses_body
        try:
            self.raw.shutdown(socket.SHUT_WR)
        except OSError:
            self.close()
            return
        self._enter(Stage.DISCARD, self._deadlines.body if refused else LINGER_SECONDS)

    def time_out(self) -> None:
        """Answer 408 if a request has begun, else drop it."""
        if self._request.has_begun and self.stage in (Stage.HEAD, Stage.BODY):
            self._refuse(TIMED_OUT)
        else:
            self.drop()

    def drop(self) -> None:
        """Close at once, discarding unsent bytes."""
        with suppress(OSError):
            self.raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, FORGET)
        self.close()

    def _refuse(self, status: str) -> None:
        self._try_to_send(REFUSAL.format(status).encode())
        self._say_goodbye()

    def _try_to_send(self, data: bytes) -> None:
        with suppress(OSError):
            self.raw.send(data)

    def close(self) -> None:
        self.stage = Stage.CLOSED
        self._request.close()
        self._response.close()
        with suppress(OSError):
            self.raw.close()
