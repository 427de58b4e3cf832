"""A connection's request and response buffers."""

from __future__ import annotations

import socket
from tempfile import SpooledTemporaryFile

IN_MEMORY = 256 * 1024  # bytes; more goes to a temporary file
HEAD_MOST = 64 * 1024  # bytes of request line and headers
STEP = 64 * 1024
END_OF_HEAD = b"\r\n\r\n"


class HeadTooLong(ValueError):
    """The head exceeds `HEAD_MOST` bytes."""


class Request:
    """A body over `body_most` bytes or of unknown length is dropped, and the connection closed
    after."""

    def __init__(self, body_most: int) -> None:
        self.has_head = False
        self.refuses_body = False
        self.expects_continue = False
        self._body_most = body_most
        self._missing = 0  # body bytes still to come
        self._head = bytearray()
        self._data: SpooledTemporaryFile[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # closed below

    @property
    def has_begun(self) -> bool:
        return self.has_head or bool(self._head)

    @property
    def is_complete(self) -> bool:
        """Return whether reading it will not wait."""
        return self.has_head and self._missing == 0

    def feed(self, data: bytes) -> bytes:
        """Take this request's bytes, return the rest. Raise HeadTooLong."""
        rest = data if self.has_head else self._feed_head(data)
        if self.has_head and self._missing:
            body, rest = rest[: self._missing], rest[self._missing :]
            self._missing -= len(body)
            self._data.write(body)
        if self.is_complete:
            self._data.seek(0)
        return rest

    def _feed_head(self, data: bytes) -> bytes:
        start = max(0, len(self._head) - len(END_OF_HEAD) + 1)
        self._head += data
        end = self._head.find(END_OF_HEAD, start)
        if (end if end >= 0 else len(self._head)) > HEAD_MOST:
            raise HeadTooLong
        if end < 0:
            return b""
        rest = bytes(self._head[end + len(END_OF_HEAD) :])
        del self._head[end + len(END_OF_HEAD) :]
        self._read_head()
        return rest

    def _read_head(self) -> None:
        """Find the body's length; gunicorn checks the same bytes, so a wrong guess is a 400."""
        first, *lines = bytes(self._head).split(b"\r\n")
        fields = [line.partition(b":")[::2] for line in lines]
        headers = {name.strip().lower(): value.strip().lower() for name, value in fields}
        length = headers.get(b"content-length", b"")
        size = int(length) if length.isdigit() and len(length) < 20 else 0
        self.refuses_body = size > self._body_most or b"transfer-encoding" in headers
        self._missing = 0 if self.refuses_body else size
        self.expects_continue = headers.get(b"expect") == b"100-continue"
        close = [b"Connection: close"] if self.refuses_body else []
        self._data.write(b"\r\n".join([first, *close, *lines]))
        self._head.clear()
        self.has_head = True

    def read(self, size: int) -> bytes:
        return self._data.read(size)

    def close(self) -> None:
        self._data.close()


class Response:
    def __init__(self, client: socket.socket) -> None:
        self._client = client
        self._waiting: SpooledTemporaryFile[bytes] | None = None
        self._start = self._end = 0

    @property
    def is_sent(self) -> bool:
        return self._start == self._end

    def write(self, data: bytes) -> None:
        """Send what is possible, keep the rest. Raise OSError."""
        self.flush()
        sent = self._send(data) if self.is_sent else 0
        if sent < len(data):
            self._waiting = self._waiting or SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # by close()
            self._waiting.seek(self._end)
            self._end += self._waiting.write(data[sent:])

    def flush(self) -> None:
        while self._waiting and not self.is_sent:
            self._waiting.seek(self._start)
            sent = self._send(self._waiting.read(STEP))
            self._start += sent
            if not sent:
                return
        self.close()

    def close(self) -> None:
        if self._waiting:
            self._waiting.close()
        self._waiting = None
        self._start = self._end = 0

    def _send(self, data: bytes) -> int:
        try:
            return self._client.send(data)
        except BlockingIOError:
            return 0
