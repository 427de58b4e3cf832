"""Non-blocking pipes to a bot, which is not trusted."""

import os
import select
from contextlib import suppress
from typing import Final

from sandbox.bot_output import Lines, Log

CHUNK: Final = 65536
READ = select.POLLIN
GONE: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL


class Channel:
    """The referee's ends, which it owns: writes `requests`, reads `answers` and `log`."""

    def __init__(self, requests: int, answers: int, log: int, *, line: int, log_limit: int) -> None:
        self._requests, self._answers, self._log = requests, answers, log
        self._out = memoryview(b"")
        self._lines, self._logged = Lines(line), Log(log_limit)
        self._is_full = False  # `requests`; waits until it is not
        self.ended = False  # the other end of `answers` is closed
        self._poll = select.poll()
        for end in (requests, answers, log):
            os.set_blocking(end, False)
        self._poll.register(answers, READ)
        self._poll.register(log, READ)

    def send(self, line: bytes) -> None:
        self._out = memoryview(b"".join((self._out, line, b"\n")))
        self._write()

    @property
    def closed(self) -> bool:
        return self._log < 0

    @property
    def sending(self) -> bool:
        return bool(self._out)

    def line(self) -> bytes | None:
        """Return the next line without its end, or None. Raises Overlong."""
        return self._lines.take()

    def surplus(self) -> bytes:
        """Up to 200 bytes that nobody asked for."""
        if not self.ended:
            self._read()
        return self._lines.rest()

    def pump(self, timeout: float) -> None:
        for end, what in self._poll.poll(max(0.0, timeout * 1000)):
            if end == self._requests:
                self._write()
            elif end == self._answers:
                self._read()
            else:
                self._listen(what)

    def _write(self) -> None:
        try:
            while self._out:
                self._out = self._out[os.write(self._requests, self._out) :]
        except BlockingIOError:
            self._poll.register(self._requests, select.POLLOUT)
            self._is_full = True
            return
        except BrokenPipeError:  # the bot has ended; reading says so
            self._out = memoryview(b"")
        if self._is_full:
            self._poll.unregister(self._requests)
            self._is_full = False

    def _read(self) -> None:
        try:
            data = os.read(self._answers, CHUNK)
        except BlockingIOError:
            return
        if data:
            self._lines.add(data)
        else:
            self.ended = True
            self._poll.unregister(self._answers)

    def _listen(self, what: int) -> None:
        data = b""
        with suppress(BlockingIOError):
            data = os.read(self._log, CHUNK)
        if not data and what & GONE:
            self._poll.unregister(self._log)
        self._logged.add(data)

    def log(self) -> str:
        self._drain()
        return self._logged.text()

    def mark(self, label: int) -> None:
        """Label what is logged from here on."""
        self._drain()
        self._logged.mark(label)

    def marks(self) -> list[tuple[int, int]]:
        """Return labels with the place in `log()` from which each holds."""
        self._drain()
        return self._logged.marks()

    def _drain(self) -> None:
        with suppress(OSError):  # nothing more for now, or closed
            while self._logged.room > 0 and (data := os.read(self._log, CHUNK)):
                self._logged.add(data)

    def close_requests(self) -> None:
        if self._requests >= 0:
            requests, self._requests = self._requests, -1  # first: a signal may end this here
            with suppress(KeyError):
                self._poll.unregister(requests)
            os.close(requests)

    def close(self) -> None:
        """Keep the log; close all ends."""
        if self._log >= 0:
            self._drain()
            self.close_requests()
            ends, self._answers, self._log = (self._answers, self._log), -1, -1
            for end in ends:
                os.close(end)
