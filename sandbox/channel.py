"""Non-blocking pipes to a bot, which is not trusted."""

import fcntl
import os
import select
import time
from contextlib import suppress
from functools import cache
from typing import Final

from sandbox.bot_output import Lines, Log

CHUNK: Final = 65536
GATHER: Final = 0.002  # seconds in which bytes gather that answer nothing
GATHER_SURPLUS: Final = 0.01  # the same, for a log that is full
SURPLUS: Final = 1 << 20  # bytes of a full log that are thrown away at once
SPLICE_NONBLOCK: Final = 2
READ = select.POLLIN
GONE: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL


@cache
def _null() -> int:
    return os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)


class Channel:
    """The referee's ends, which it owns: writes `requests`, reads `answers` and `log`."""

    def __init__(self, requests: int, answers: int, log: int, *, line: int, log_limit: int) -> None:
        self._requests, self._answers, self._log = requests, answers, log
        self._out = memoryview(b"")
        self._lines, self._logged = Lines(line), Log(log_limit)
        self._is_full = False  # `requests`; waits until it is not
        self.ended = False  # the other end of `answers` is closed
        self._poll = select.poll()
        self._poll_answers = select.poll()
        for end in (requests, answers, log):
            os.set_blocking(end, False)
        self._poll.register(answers, READ)
        self._poll.register(log, READ)
        self._poll_answers.register(answers, READ)

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
        """Wait for a line, the end or room for requests, up to `timeout` seconds.

        A bot that writes bytes singly wakes the referee every two milliseconds, not for each.
        """
        deadline = time.monotonic() + timeout
        while (events := self._poll.poll(max(0.0, timeout * 1000))) and not self._move(events):
            timeout = deadline - time.monotonic()
            if timeout <= 0:
                return
            # Let bytes arrive; those of an answer end the wait for more of the log.
            seconds = min(timeout, GATHER if self._logged.room > 0 else GATHER_SURPLUS)
            if self._lines:
                time.sleep(seconds)
            else:
                self._poll_answers.poll(seconds * 1000)
            timeout = deadline - time.monotonic()

    def _move(self, events: list[tuple[int, int]]) -> bool:
        """Read and write where there is room; whether more came than a log or half a line."""
        is_news = False
        for end, what in events:
            if end == self._requests:
                self._write()
                is_news = True
            elif end == self._answers:
                self._read()
                is_news = is_news or self.ended or self._lines.is_ready
            else:
                self._listen(what)
        return is_news

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
            self._poll_answers.unregister(self._answers)

    def _listen(self, what: int) -> None:
        count = 0
        with suppress(BlockingIOError):
            if self._logged.room > 0:
                data = os.read(self._log, CHUNK)
                count = len(data)
                self._logged.add(data)
                if self._logged.room <= 0:
                    with suppress(OSError):  # over the user's share of pipes
                        fcntl.fcntl(self._log, fcntl.F_SETPIPE_SZ, SURPLUS)
            else:
                # Thrown away without a copy: the bot must not pay less for bytes than we do.
                count = os.splice(self._log, _null(), SURPLUS, flags=SPLICE_NONBLOCK)
        if not count and what & GONE:
            self._poll.unregister(self._log)

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
